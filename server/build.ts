// Generates the database client and builds the app, unless both match the current source files.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readText, root, run } from "./process.ts";

const buildStamp = path.join(root, ".next/seedline-build");
const clientStamp = path.join(root, "lib/db/generated/.schema-hash");

const buildInputs = [
  "app",
  "components",
  "lib",
  "public",
  "prisma/schema",
  "middleware.ts",
  "instrumentation.ts",
  "next.config.ts",
  "package-lock.json",
  "tsconfig.json",
  "postcss.config.mjs",
];

/** Whether an environment variable is inlined into the pages. */
const isBuiltIn = (name: string): boolean =>
  name === "APP_URL" ||
  name === "CONSULTATION_INBOX" ||
  /^(BRAND|NEXT_PUBLIC)_|^RETENTION_\w+_(DAYS|YEARS)$/.test(name);

/** Returns one hash over the names and contents of files and folders, in a stable order. Missing ones count as empty. */
export function hashFiles(paths: readonly string[], extra = ""): string {
  const hash = createHash("sha256").update(extra);
  const add = (file: string, name: string) => {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const entry of fs.readdirSync(file).sort()) add(path.join(file, entry), `${name}/${entry}`);
    } else if (stat) {
      hash.update(`\0${name}\0${stat.size}\0`).update(fs.readFileSync(file));
    }
  };
  for (const item of paths) add(path.join(root, item), item);
  return hash.digest("hex");
}

function buildHash(given: NodeJS.ProcessEnv): string {
  const env = { ...given, APP_URL: given.APP_URL || "http://localhost:3000" };
  const values = Object.entries(env)
    .filter(([name, value]) => isBuiltIn(name) && value)
    .sort();
  return hashFiles(buildInputs, values.map(([name, value]) => `${name}=${value}`).join("\n"));
}

/** Whether .next is a build of the current source files with these variables. */
export const isBuilt = (env: NodeJS.ProcessEnv = process.env): boolean =>
  readText(buildStamp) === buildHash(env);

/** Runs `next build`. Its output is shown only if it fails. */
export async function build(env: Record<string, string> = {}): Promise<void> {
  fs.rmSync(buildStamp, { force: true });
  await run("node", [path.join(root, "node_modules/next/dist/bin/next"), "build"], {
    quiet: true,
    what: "next build",
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  // The hash is taken after the build, because the first one may modify tsconfig.json.
  fs.writeFileSync(buildStamp, buildHash({ ...process.env, ...env }));
}

export async function ensureBuilt(): Promise<void> {
  if (isBuilt()) return;
  console.log("building the app ...");
  await build();
}

/** Generates the Prisma client if the schema has changed. Returns whether it did. */
export async function generateClient(): Promise<boolean> {
  const hash = hashFiles(["prisma/schema", "node_modules/prisma/package.json"]);
  if (readText(clientStamp) === hash) return false;
  await run("node", [path.join(root, "node_modules/prisma/build/index.js"), "generate"], {
    quiet: true,
    what: "prisma generate",
    env: {
      // `generate` requires the native schema engine without using it. Naming any existing program prevents its download.
      PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  });
  fs.writeFileSync(clientStamp, hash);
  return true;
}
