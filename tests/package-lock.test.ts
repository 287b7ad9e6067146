import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/**
 * The oldest version of a package without a known vulnerability that affects this project, and the reason. A test checks
 * package-lock.json against it.
 */
const minimumVersions: Record<string, [version: string, reason: string]> = {
  next: ["16.2.6", "advisories of May 2026: middleware bypass, cache poisoning, denial of service"],
  react: ["19.2.6", "CVE-2026-23870: denial of service through Server Functions"],
  "react-dom": ["19.2.6", "released together with react"],
  "next-auth": ["4.24.15", "GHSA-7rqj-j65f-68wh: an address was checked before it was normalised"],
  sharp: ["0.32.6", "CVE-2023-4863: libwebp"],
};

/** Compares versions of three numbers: negative, zero or positive. A pre-release counts as its release. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split("-", 1)[0]!.split(".").map(Number)) as [
    number[],
    number[],
  ];
  for (let i = 0; i < 3; i += 1) if (left[i] !== right[i]) return left[i]! - right[i]!;
  return 0;
}

interface PackageLock {
  packages: Record<string, { version?: string; integrity?: string; inBundle?: boolean }>;
}

/** Lists all entries of a lock file below their minimum: `name@version in path`. */
function findBelowMinimum({ packages }: PackageLock): string[] {
  return Object.entries(packages).flatMap(([place, { version }]) => {
    const name = place.split("node_modules/").at(-1)!;
    const [minimum] = minimumVersions[name] ?? [];
    return minimum && version && compareVersions(version, minimum) < 0
      ? [`${name}@${version} in ${place}`]
      : [];
  });
}

describe("minimum versions of dependencies", () => {
  it("no package of the lock file is older than its minimum, and every minimum is used", () => {
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as PackageLock;
    expect(findBelowMinimum(lock)).toEqual([]);
    for (const name of Object.keys(minimumVersions))
      expect(Object.keys(lock.packages)).toContain(`node_modules/${name}`);
  });

  it("reports an old copy, also a nested one", () => {
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

  it("compares numerically", () => {
    expect(compareVersions("16.10.0", "16.9.9")).toBeGreaterThan(0);
    expect(compareVersions("1.2.3-beta.1", "1.2.3")).toBe(0);
    expect(compareVersions("0.9.0", "1.0.0")).toBeLessThan(0);
  });
});

describe("hashes of packages", () => {
  it("every package of the lock file has one, those of other platforms too", () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as PackageLock;
    const entries = Object.entries(packages).filter(([place]) => place !== "");
    expect(entries.length).toBeGreaterThan(500);
    // A package bundled in another package's archive is covered by the hash of that archive.
    const missing = entries.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
    expect(missing.map(([place]) => place)).toEqual([]);
  });
});
