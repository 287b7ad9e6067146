// Run `npm run lock:complete` after changing dependencies. npm omits packages of other platforms from the lock file if the registry does
// not serve them, and `npm ci` then rejects the lock file everywhere. This adds them with name, version and platform, and with their hash
// once the registry serves them.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

interface Entry {
  version?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

const file = path.resolve(import.meta.dirname, "../package-lock.json");
const lock = JSON.parse(fs.readFileSync(file, "utf8")) as { packages: Record<string, Entry> };

const systems = "android darwin freebsd linux netbsd openbsd openharmony sunos win32".split(" ");
const processors = "arm64 x64 ia32 arm loong64 ppc64 riscv64 s390x mips64el wasm32".split(" ");

/** Returns Linux on arm for `resolver-binding-linux-arm-musleabihf`, and null if the name has no platform. */
function parsePlatform(name: string): Pick<Entry, "os" | "cpu"> | null {
  const words = name.replace(/.*\//, "").replace("windows", "win32").split("-");
  const os = systems.find((item) => words.includes(item));
  const cpu = processors.find((item) => words.includes(item));
  if (!os && cpu !== "wasm32") return null;
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }) };
}

/** Returns the paths at which Node looks for `name` when the package at `place` imports it, nearest first. */
function lookupPaths(place: string, name: string): string[] {
  const parents = place.split("/node_modules/").map((_, n, parts) => parts.slice(0, n + 1));
  const below = parents.map((parts) => `${parts.join("/node_modules/")}/node_modules/${name}`);
  return [...below.reverse(), `node_modules/${name}`];
}

let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const platform = parsePlatform(name);
    if (!platform || !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) continue;
    const paths = lookupPaths(place, name);
    const nearest = paths.find((at) => lock.packages[at]);
    if (nearest && lock.packages[nearest]?.version === version) continue;
    // If Node.js would find another version, this one must be placed below the package that needs it.
    lock.packages[nearest ? paths[0]! : `node_modules/${name}`] = { version, optional: true, ...platform };
    added += 1;
  }
}

/** Returns the hash of a published version; null if the registry does not serve it. */
function fetchIntegrity(name: string, version: string): string | null {
  try {
    const found = execFileSync("npm", ["view", `${name}@${version}`, "dist.integrity"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return found.startsWith("sha512-") ? found.trim() : null;
  } catch {
    return null;
  }
}

let [hashed, missing] = [0, 0];
for (const [place, entry] of Object.entries(lock.packages)) {
  if (!place || entry.integrity || entry.link || !entry.version) continue;
  const integrity = fetchIntegrity(place.slice(place.lastIndexOf("node_modules/") + 13), entry.version);
  if (integrity) entry.integrity = integrity;
  if (integrity) hashed += 1;
  else missing += 1;
}

if (added || hashed) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
  fs.writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
console.log(
  `Added ${added} packages of other platforms and ${hashed} hashes; ${missing} hashes are missing.`,
);
if (missing) process.exitCode = 1;
