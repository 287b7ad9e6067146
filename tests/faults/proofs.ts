import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectBin, root, run } from "../../server/process";
import type { Proof } from "./rows";

/** The result of one test, with its file and full name. */
export interface TestResult {
  file: string;
  names: string[];
  passed: boolean;
  /** The failure message, if the runner reports one. */
  why?: string;
}

const isBrowser = ({ file }: Proof) => file.endsWith(".spec.ts");
const relative = (file: string) => path.relative(root, path.resolve(root, file));
const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const either = (proofs: Proof[]) => proofs.map(({ name }) => escape(name)).join("|");
const files = (proofs: Proof[]) => [...new Set(proofs.map(({ file }) => file))];

/** Runs only the named tests. Returns their results. */
export async function runProofs(proofs: Proof[]): Promise<TestResult[]> {
  const quick = proofs.filter((proof) => !isBrowser(proof));
  const inBrowser = proofs.filter(isBrowser);
  return [
    ...(quick.length ? await vitest(quick) : []),
    ...(inBrowser.length ? await playwright(inBrowser) : []),
  ];
}

/** Runs a test runner that writes a report. Failed tests are part of the report; a missing report is an error. */
async function report<T>(
  program: string,
  args: (file: string) => string[],
  env: (file: string) => Record<string, string>,
): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "seedline-report-"));
  const file = path.join(folder, "report.json");
  try {
    const failed = await run(projectBin(program), args(file), { quiet: true, env: env(file) }).then(
      () => null,
      (error: unknown) => error,
    );
    try {
      return JSON.parse(readFileSync(file, "utf8")) as T;
    } catch (error) {
      throw failed ?? error;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      failureMessages?: string[];
    }[];
  }[];
}

async function vitest(proofs: Proof[]): Promise<TestResult[]> {
  const { testResults } = await report<VitestReport>(
    "vitest",
    (file) => ["run", ...files(proofs), "-t", either(proofs), "--reporter=json", `--outputFile=${file}`],
    // The number of requests required by the row; npm test makes fewer.
    () => ({ FUZZ_RUNS: "1000" }),
  );
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ ancestorTitles, title, status, failureMessages = [] }) => ({
        file: relative(name),
        names: [...ancestorTitles, title],
        passed: status === "passed",
        ...(failureMessages[0]
          ? { why: failureMessages[0].split("\n    at ")[0]!.replaceAll(/\s+/g, " ") }
          : {}),
      })),
  );
}

interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs?: { title: string; ok: boolean }[];
}

async function playwright(proofs: Proof[]): Promise<TestResult[]> {
  const { suites } = await report<{ suites: Suite[] }>(
    "playwright",
    () => ["test", ...files(proofs), "-g", either(proofs), "--reporter=json"],
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file }),
  );
  const flat = (suite: Suite, above: string[]): TestResult[] => [
    ...(suite.specs ?? []).map(({ title, ok }) => ({
      file: `tests/e2e/${suite.file}`,
      names: [...above, title],
      passed: ok,
    })),
    ...(suite.suites ?? []).flatMap((inner) => flat(inner, [...above, inner.title])),
  ];
  return suites.flatMap((suite) => flat(suite, []));
}

/** Counts the passed tests of a row, and lists the failed ones. A test that did not run counts as missing. */
export function summarizeResults(
  proofs: Proof[],
  results: TestResult[],
): { passed: number; failed: string[] } {
  const failed: string[] = [];
  const passed = new Set<TestResult>();
  for (const proof of proofs) {
    const matching = results.filter(({ file, names }) => file === proof.file && names.includes(proof.name));
    if (matching.length === 0) failed.push(`${proof.name} did not run`);
    for (const result of matching) {
      if (result.passed) passed.add(result);
      else failed.push([result.names.at(-1)!, ...(result.why ? [result.why] : [])].join(": "));
    }
  }
  return { passed: passed.size, failed };
}
