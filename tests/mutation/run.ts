// `npm run test:mutation`: mutation tests (threat 49). Stryker mutates the files of each group and runs its tests; a group below its
// minimum score fails the command. `npm run test:mutation -- files` runs that group only; `--mutate FILE` mutates only that file and writes
// no results. results.json contains the latest results.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { startDatabase } from "../support/server";
import { groups, textOf, type Figures } from "./groups";

const file = fileURLToPath(new URL("results.json", import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mutate: { type: "string" }, concurrency: { type: "string", default: "2" } },
});

async function run(name: string): Promise<Figures> {
  process.env["MUTATION_GROUP"] = name;
  const mutants = await new Stryker({
    testRunner: "vitest",
    vitest: { configFile: "tests/mutation/vitest.config.ts", related: false },
    mutate: values.mutate ? [values.mutate] : groups[name]!.mutate,
    coverageAnalysis: "perTest",
    reporters: ["clear-text"],
    clearTextReporter: { allowColor: false, logTests: false },
    concurrency: Number(values.concurrency),
    ignorePatterns: [".next", ".data", "docs", "public", "test-results", "bench"],
  }).runMutationTest();
  const count = (...states: string[]) => mutants.filter(({ status }) => states.includes(status)).length;
  const noticed = count("Killed", "Timeout");
  const missed = count("Survived", "NoCoverage");
  const score = Math.floor((1000 * noticed) / (noticed + missed)) / 10;
  return { score, noticed, missed, of: textOf(groups[name]!) };
}

function note(name: string, figures: Figures): void {
  const results = { ...(JSON.parse(readFileSync(file, "utf8")) as Record<string, Figures>), [name]: figures };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

// Shared by all groups and their test processes.
const database = await startDatabase();
Object.assign(process.env, database.env);
try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(groups)) {
    const figures = await run(name);
    if (!values.mutate) note(name, figures);
    const { least } = groups[name]!;
    if (figures.score >= least) continue;
    console.error(`${name}: ${figures.score} % of the changes were noticed, at least ${least} % must be`);
    process.exitCode = 1;
  }
} finally {
  await database.stop();
}
