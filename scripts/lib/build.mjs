// Builds the app, unless .next already is the build of these very files.
import fs from "node:fs";
import path from "node:path";
import { hashOf, projectNode, readText, root, run } from "./common.mjs";

const stamp = path.join(root, ".next/seedline-build");

const inputs = [
  "app",
  "components",
  "lib",
  "public",
  "prisma/schema",
  "middleware.ts",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "instrumentation-node.ts",
  "next.config.ts",
  "package-lock.json",
  "tsconfig.json",
  "postcss.config.mjs",
];

/** Variables that pages built ahead of time show. */
const shown = (name) => name === "APP_URL" || /^(BRAND|RETENTION|NEXT_PUBLIC)_/.test(name);

export function buildHash(given) {
  const env = { ...given, APP_URL: given.APP_URL || "http://localhost:3000" };
  const values = Object.keys(env)
    .filter((name) => shown(name) && env[name])
    .sort()
    .map((name) => `${name}=${env[name]}`);
  return hashOf(inputs, values.join("\n"));
}

export const isBuilt = (env) => readText(stamp) === buildHash(env);

/** Runs `next build`; its output is shown only when it fails. */
export async function build(env = {}) {
  const all = { ...process.env, ...env };
  fs.rmSync(stamp, { force: true });
  await run(projectNode, [path.join(root, "node_modules/next/dist/bin/next"), "build"], {
    quiet: true,
    what: "next build",
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  // Taken after the build, because the first one may add to tsconfig.json.
  fs.writeFileSync(stamp, buildHash(all));
}
