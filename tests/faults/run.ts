/** The result of a fault run for a row of docs/trust.md. */
export interface Finding {
  row: number;
  /** The measured results. */
  reached: string;
  ok: boolean;
}

export interface Options {
  /** Half an hour of overload instead of a minute and a half. */
  long: boolean;
  /** Determines the random choices, so that a run can be repeated. */
  seed: number;
  /** Reports progress. */
  say: (line: string) => void;
}

export type FaultRun = (options: Options) => Promise<Finding[]>;
