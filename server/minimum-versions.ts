/** The oldest version of a package without a known vulnerability that concerns us, and why. A test checks package-lock.json against it. */
export const minimumVersions: Record<string, [version: string, reason: string]> = {
  next: ["16.2.6", "advisories of May 2026: middleware bypass, cache poisoning, denial of service"],
  react: ["19.2.6", "CVE-2026-23870: denial of service through Server Functions"],
  "react-dom": ["19.2.6", "released together with react"],
  "next-auth": ["4.24.15", "GHSA-7rqj-j65f-68wh: an address was checked before it was normalised"],
  sharp: ["0.32.6", "CVE-2023-4863: libwebp"],
};

/** Negative, zero or positive, as versions of three numbers compare. A pre-release counts as its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split("-", 1)[0]!.split(".").map(Number)) as [
    number[],
    number[],
  ];
  for (let i = 0; i < 3; i += 1) if (left[i] !== right[i]) return left[i]! - right[i]!;
  return 0;
}

export interface PackageLock {
  packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>;
}

/** Every copy in a lock file that is older than its minimum: `name@version in path`. */
export function findBelowMinimum({ packages }: PackageLock): string[] {
  return Object.entries(packages).flatMap(([place, { version }]) => {
    const name = place.split("node_modules/").at(-1)!;
    const [minimum] = minimumVersions[name] ?? [];
    return minimum && version && compareVersions(version, minimum) < 0
      ? [`${name}@${version} in ${place}`]
      : [];
  });
}
