import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readResults } from "./ha/results";
import { trustPage } from "./page";
import { summarizeResults } from "./proofs";
import { trustCriteria } from "./rows";
import { runs } from "./runs";

/** Returns the rows in a test's name: "threat 11", "(threat 26-28)", "(threat 17, 22, 29)". */
function rowsIn(name: string): number[] {
  const list = /threat ([\d, -]+)/.exec(name)?.[1] ?? "";
  return list.split(",").flatMap((part) => {
    const [first = NaN, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
}

const { scripts: commands } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};
const scripts = Object.keys(commands);
const source = (file: string) => readFileSync(file, "utf8");

describe("the rows of docs/trust.md", () => {
  it("are complete, unique and in order", () => {
    expect(trustCriteria.map(({ row }) => row)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
  });

  it.each(trustCriteria)("row $row names existing tests with its number", ({ row, tests, run, apart }) => {
    expect(tests.length > 0 || run || apart).toBeTruthy();
    if (apart) expect(scripts).toContain(apart.replace("npm run ", ""));
    if (run) expect(Object.keys(runs)).toContain(run);
    for (const { file, name } of tests) {
      expect(source(file)).toContain(`(${JSON.stringify(name)}`);
      // Browser tests have titles without row numbers.
      if (!file.endsWith(".spec.ts")) expect(rowsIn(name)).toContain(row);
    }
  });

  it("use every fault run", () => {
    expect(new Set(trustCriteria.flatMap(({ run }) => run ?? []))).toEqual(new Set(Object.keys(runs)));
  });

  it("are listed in docs/trust.md (npm run test:faults -- --page writes it)", () => {
    expect(source("docs/trust.md")).toBe(trustPage(trustCriteria, readResults()));
  });
});

describe("the assessment of a row", () => {
  const proof = { file: "a.test.ts", name: "group (threat 1)" };
  const result = { file: "a.test.ts", names: ["group (threat 1)", "one"], passed: true };

  it("includes all tests of its group", () => {
    expect(summarizeResults([proof], [result, { ...result, names: ["other", "two"] }])).toEqual({
      passed: 1,
      failed: [],
    });
  });

  it("names failed tests, and tests that did not run", () => {
    expect(summarizeResults([proof], [{ ...result, passed: false }]).failed).toEqual(["one"]);
    expect(summarizeResults([proof], []).failed).toEqual(["group (threat 1) did not run"]);
  });
});
