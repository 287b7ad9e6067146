/** What a fault run found out about a row of docs/trust.md. */
export interface Finding {
  row: number;
  /** The figures, as measured in this run. */
  reached: string;
  ok: boolean;
}

export interface Options {
  /** Half an hour of overload instead of a minute and a half. */
  long: boolean;
  /** Random choices follow from it, so that a run can be repeated. */
  seed: number;
  /** Says what is going on, while it goes on. */
  say: (line: string) => void;
}

export type FaultRun = (options: Options) => Promise<Finding[]>;
