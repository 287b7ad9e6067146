import { readFileSync, writeFileSync } from "node:fs";
import { quantile, seconds } from "../load";
import type { Finding } from "../run";

const FILE = "tests/faults/ha/results.json";
/** The longest time without writes. */
const LIMIT_MS = 15_000;

/** What a complete run of `npm run test:ha` has measured. */
export interface Results {
  /** Milliseconds without an acknowledged write, one number per occurrence of a fault. */
  gaps: Record<string, number[]>;
  /** Acknowledged calls of people, and how many of them were lost or made twice. */
  acknowledged: number;
  broken: number;
  /** Acknowledged writes beside the PostgreSQL of each machine, and how many of them are not stored. */
  direct: number;
  lost: number;
  /** The probe's calls that failed, and how many of those answers were not a JSON 503 with Retry-After. */
  failed: number;
  malformed: number;
}

export const writeResults = (results: Results): void =>
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);

export const readResults = (): Results => JSON.parse(readFileSync(FILE, "utf8")) as Results;

/** Returns a table of the times without writes. */
export function tableOf({ gaps }: Results): string {
  const lines = Object.entries(gaps).map(
    ([fault, list]) =>
      `| ${fault} | ${list.length} | ${seconds(quantile(list, 0.5))} | ${seconds(Math.max(...list))} |`,
  );
  return ["| fault | times | without writes, median | worst |", "| --- | --- | --- | --- |", ...lines].join(
    "\n",
  );
}

/** Returns the other figures in a sentence. */
export const sentenceOf = ({ acknowledged, broken, direct, lost, failed, malformed }: Results): string =>
  `${acknowledged} calls acknowledged, ${broken} lost, doubled or answered wrongly; ${direct} writes acknowledged beside the machines, ${lost} lost on a primary that was replaced; ${failed} of the probe's calls failed, ${malformed} of them without a JSON 503 and Retry-After`;

/** Reports row 80 from the results of the last complete run, which needs root and takes longer than all other rows. */
export function lossOfMachines(results = readResults()): Finding {
  const { gaps, broken, lost, malformed } = results;
  const late = Object.entries(gaps).filter(([, list]) => Math.max(...list) > LIMIT_MS);
  return {
    row: 80,
    reached: [
      sentenceOf(results),
      ...late.map(([fault, list]) => `${fault}: up to ${seconds(Math.max(...list))} without writes`),
    ].join("; "),
    ok: broken === 0 && lost === 0 && malformed === 0 && late.length === 0,
  };
}
