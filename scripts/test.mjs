// `npm test`: the whole check, also on a fresh clone. `npm test -- unit api` runs only the steps named.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Stop, endChildren, main, projectNode, root, run, tool } from "./lib/common.mjs";
import { continueOnProjectNode, install } from "./lib/install.mjs";

const node = (...args) => ["node", args];
const program = (name, ...args) => [tool(name), args];

/** Steps of one group run two at a time, the longest first; the output of quiet ones is shown only when they fail. */
const groups = [
  {
    atOnce: 2,
    quiet: true,
    steps: {
      lint: [program("eslint", ".", "--max-warnings", "0")],
      types: [program("next", "typegen"), program("tsc", "--noEmit")],
      format: [program("prettier", "--check", ".")],
      migrations: [node("scripts/migrate.mjs", "--check")],
      unit: [program("vitest", "run", "--project", "unit", "--passWithNoTests")],
      build: [],
    },
  },
  { steps: { api: [program("vitest", "run", "--project", "api", "--passWithNoTests")] } },
  { steps: { e2e: [program("playwright", "test", "--pass-with-no-tests")] } },
];
const names = groups.flatMap((group) => Object.keys(group.steps));

/** The browser tests need Chromium: Debian's, or the one Playwright downloads. */
function requireChromium() {
  if (fs.existsSync("/usr/bin/chromium")) return;
  const quietly = (command, args) =>
    spawnSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  if (process.getuid?.() === 0 && fs.existsSync("/etc/debian_version")) {
    console.log("Installing Chromium (apt-get) ...");
    process.env.DEBIAN_FRONTEND = "noninteractive";
    quietly("apt-get", ["update", "-qq"]);
    if (
      quietly("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]) &&
      fs.existsSync("/usr/bin/chromium")
    )
      return;
  }
  console.log("Installing Chromium (playwright install) ...");
  const withDeps = process.getuid?.() === 0 ? ["--with-deps"] : [];
  if (
    quietly(projectNode, [
      path.join(root, "node_modules/@playwright/test/cli.js"),
      "install",
      ...withDeps,
      "chromium",
    ])
  )
    return;
  throw new Stop(
    "The browser tests need Chromium. Install it (Debian: apt-get install chromium) and run npm test again.",
  );
}

async function runStep(name, commands, quiet) {
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(1);
  if (!quiet) console.log(`\n--- ${name}`);
  try {
    if (name === "build") {
      const { build, isBuilt } = await import("./lib/build.mjs");
      if (!isBuilt(process.env)) await build();
    }
    for (const [command, args] of commands) {
      await run(command === "node" ? projectNode : command, args, {
        quiet,
        what: `${name}: ${path.basename(command)} ${args.join(" ")}`,
      });
    }
  } catch (error) {
    // Ended because another step had failed.
    const outcome = failed ? "stopped" : "FAILED";
    failed = true;
    results.push([name, seconds(), outcome]);
    console.log(`${outcome} ${name} (${seconds()} s)`);
    throw error;
  }
  results.push([name, seconds(), "ok"]);
  console.log(`ok     ${name} (${seconds()} s)`);
}

const results = [];
let failed = false;

/** Runs the steps of a group, `atOnce` at a time; the first failure ends the others. */
async function runGroup({ steps, atOnce = 1, quiet = false }, wanted) {
  const queue = Object.entries(steps).filter(([name]) => wanted.includes(name));
  let failure;
  const lane = async () => {
    while (queue.length && !failure) {
      const [name, commands] = queue.shift();
      await runStep(name, commands, quiet).catch((error) => {
        if (failure) return;
        failure = error;
        endChildren();
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (failure) throw failure;
}

await main(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown) throw new Stop(`There is no step ${unknown}. Steps: ${names.join(", ")}.`);
  if (!wanted.length) wanted.push(...names);

  install();
  await continueOnProjectNode(fileURLToPath(import.meta.url));
  process.chdir(root);
  if (wanted.includes("e2e")) requireChromium();
  const { generate } = await import("./generate.mjs");
  await generate();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => endChildren(signal));

  const began = Date.now();
  try {
    for (const group of groups) await runGroup(group, wanted);
  } finally {
    const left = wanted.filter((name) => !results.some(([done]) => done === name));
    console.log(`\nSummary (${((Date.now() - began) / 1000).toFixed(0)} s)`);
    for (const [name, seconds, outcome] of results)
      console.log(`  ${outcome.padEnd(8)}${name.padEnd(12)}${seconds.padStart(6)} s`);
    for (const name of left) console.log(`  not run ${name}`);
  }
});
