import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareVersions, findBelowMinimum, minimumVersions, type PackageLock } from "./minimum-versions";

describe("minimum versions of dependencies", () => {
  it("no package of the lock file is older than its minimum, and each of them is used", () => {
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as PackageLock;
    expect(findBelowMinimum(lock)).toEqual([]);
    for (const name of Object.keys(minimumVersions))
      expect(Object.keys(lock.packages)).toContain(`node_modules/${name}`);
  });

  it("finds an old copy, also a nested one", () => {
    const packages = {
      "": { version: "0.1.0" },
      "node_modules/next": { version: "16.2.5" },
      "node_modules/react": { version: "19.10.0" },
      "node_modules/other/node_modules/sharp": { version: "0.31.9" },
      "node_modules/next-auth": { version: "4.24.15" },
    };
    expect(findBelowMinimum({ packages })).toEqual([
      "next@16.2.5 in node_modules/next",
      "sharp@0.31.9 in node_modules/other/node_modules/sharp",
    ]);
  });

  it("compares by number, not by letter", () => {
    expect(compareVersions("16.10.0", "16.9.9")).toBeGreaterThan(0);
    expect(compareVersions("1.2.3-beta.1", "1.2.3")).toBe(0);
    expect(compareVersions("0.9.0", "1.0.0")).toBeLessThan(0);
  });
});
