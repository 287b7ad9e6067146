// The oldest version of a package that has no known hole which concerns us, and why. What stands in package-lock.json is held
// against it by every test run; a new advisory is a new line here.
export const floors = {
  next: ["16.2.6", "advisories of May 2026: middleware bypass, cache poisoning, denial of service"],
  react: ["19.2.6", "CVE-2026-23870: denial of service through Server Functions"],
  "react-dom": ["19.2.6", "released together with react"],
  "next-auth": ["4.24.15", "GHSA-7rqj-j65f-68wh: an address was checked before it was normalised"],
  sharp: ["0.32.6", "CVE-2023-4863: libwebp"],
};

const numbers = (version) => version.split("-", 1)[0].split(".").map(Number);

/** Negative, zero or positive, as versions of three numbers compare. A pre-release counts as its release. */
export function compare(a, b) {
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < 3; i += 1) if (left[i] !== right[i]) return left[i] - right[i];
  return 0;
}

/** Every copy in a lock file that is older than its floor: `name@version`, with its place. */
export function below(lock, table = floors) {
  return Object.entries(lock.packages).flatMap(([place, { version }]) => {
    const name = place.split("node_modules/").at(-1);
    const floor = table[name]?.[0];
    return floor && version && compare(version, floor) < 0 ? [`${name}@${version} in ${place}`] : [];
  });
}
