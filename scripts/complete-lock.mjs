// `node scripts/complete-lock.mjs` after a change of package-lock.json. A registry mirror that lacks some packages of other
// platforms makes npm leave them out of the lock, and `npm ci` then refuses the lock everywhere. This adds them: name,
// version and platform, as the packages that want them say. Entries that are there stay as they are.
import fs from "node:fs";
import path from "node:path";
import { root } from "./lib/common.mjs";

const file = path.join(root, "package-lock.json");
const lock = JSON.parse(fs.readFileSync(file, "utf8"));

const systems = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const processors = [
  "arm64",
  "x64",
  "ia32",
  "arm",
  "loong64",
  "ppc64",
  "riscv64",
  "s390x",
  "mips64el",
  "wasm32",
];

/** `resolver-binding-linux-arm-musleabihf` is for Linux on arm. Answers null for a name that says no platform. */
function platformOf(name) {
  const words = name.split("/").pop().replace("windows", "win32").split("-");
  const os = systems.find((item) => words.includes(item));
  const cpu = processors.find((item) => words.includes(item));
  if (!os && cpu !== "wasm32") return null;
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }) };
}

let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const platform = platformOf(name);
    const at = `node_modules/${name}`;
    if (!platform || !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) continue;
    if (lock.packages[at]?.version === version || lock.packages[`${place}/${at}`]) continue;
    // Another version stands at the top: this one belongs below the package that wants it.
    lock.packages[lock.packages[at] ? `${place}/${at}` : at] = { version, optional: true, ...platform };
    added += 1;
  }
}

if (added) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
  fs.writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
console.log(added ? `Added ${added} packages of other platforms.` : "The lock is complete.");
