import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt, generateClient } from "../../server/build";
import { UserFacingError, root, runCommand } from "../../server/process";
import { lossOfMachines, readResults } from "./ha/results";
import { seconds } from "./load";
import { mutation } from "./mutation";
import { trustPage } from "./page";
import { summarizeResults, runProofs, type TestResult } from "./proofs";
import { trustCriteria, type Row } from "./rows";
import type { Finding } from "./run";
import { runs } from "./runs";
import { printTable, type Line } from "./table";
import { endAll, endOnSignal } from "./world";
import { measureHashingSpeed } from "./machine-speed";

/** `npm run test:faults`: verifies all rows, or the named ones, and prints the results (docs/operations.md). */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: "boolean", default: false }, seed: { type: "string" }, page: { type: "boolean" } },
});

const say = (line: string) => process.stdout.write(`${line}\n`);

function wantedRows(): Row[] {
  if (positionals.length === 0) return trustCriteria;
  return positionals.map((argument) => {
    const row = trustCriteria.find((item) => String(item.row) === argument);
    if (!row) throw new UserFacingError(`There is no row ${argument}. Rows: 1 to ${trustCriteria.length}.`);
    return row;
  });
}

function chosenSeed(): number {
  const seed = Number(values.seed ?? randomInt(1e9));
  if (!Number.isSafeInteger(seed)) throw new UserFacingError("--seed must be a whole number.");
  return seed;
}

/** Executes the fault runs of the rows; one that throws verifies nothing. */
async function findings(wanted: Row[], seed: number): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [name, run] of Object.entries(runs)) {
    const asking = wanted.filter((row) => row.run === name);
    if (asking.length === 0) continue;
    say(`--- ${name} (rows ${asking.map(({ row }) => row).join(", ")})`);
    const began = Date.now();
    try {
      const results = await run({ long: values.long, seed, say: (line) => say(`    ${line}`) });
      for (const { row, reached, ok } of results) say(`    ${row} ${ok ? "ok" : "FAILED"}: ${reached}`);
      found.push(...results);
    } catch (error) {
      const reached = error instanceof Error ? error.message : String(error);
      say(`    FAILED: ${reached}`);
      found.push(...asking.map(({ row }) => ({ row, reached, ok: false })));
    } finally {
      await endAll();
    }
    say(`    ${seconds(Date.now() - began)}`);
  }
  return found;
}

function lineOf(
  { row, threat, expected, tests, run, apart }: Row,
  results: TestResult[],
  found: Finding[],
): Line {
  const { passed, failed } = summarizeResults(tests, results);
  const measured = found.filter((finding) => finding.row === row);
  if ((run ?? apart) && measured.length === 0) failed.push(`${run ?? apart} says nothing of this row`);
  const reached = [
    ...measured.map((finding) => finding.reached),
    ...(passed > 0 ? [`${passed} ${passed === 1 ? "test" : "tests"} passed`] : []),
    ...failed.map((name) => `FAILED: ${name}`),
  ];
  return {
    row,
    threat,
    expected,
    reached: reached.join("; "),
    ok: failed.length === 0 && measured.every(({ ok }) => ok) && reached.length > 0,
  };
}

/** What runs apart has measured, by row. */
const apartFrom: Record<number, () => Finding> = { 49: mutation, 80: lossOfMachines };

async function prove(): Promise<void> {
  const wanted = wantedRows();
  const seed = chosenSeed();
  const began = Date.now();
  say(`Seed ${seed} (--seed ${seed} repeats its choices). ${await measureHashingSpeed()}`);
  const found = await findings(wanted, seed);
  for (const { row, apart } of wanted) if (apart) found.push(apartFrom[row]!());
  const tests = wanted.flatMap((row) => row.tests);
  if (tests.length > 0) say(`--- ${tests.length} named tests and groups`);
  const results = await runProofs(tests);
  const lines = wanted.map((row) => lineOf(row, results, found));
  printTable(lines, say);
  const bad = lines.filter(({ ok }) => !ok);
  say(
    `\n${lines.length - bad.length} of ${lines.length} rows reached in ${((Date.now() - began) / 60_000).toFixed(1)} minutes. ${await measureHashingSpeed()}`,
  );
  if (bad.length > 0) throw new UserFacingError(`Not reached: ${bad.map(({ row }) => row).join(", ")}.`);
}

endOnSignal();

await runCommand(async () => {
  if (values.page)
    return writeFileSync(path.join(root, "docs/trust.md"), trustPage(trustCriteria, readResults()));
  await generateClient();
  await ensureBuilt();
  await prove();
});
process.exit(0);
