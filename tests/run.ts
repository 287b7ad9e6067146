// `npm test`: all steps but `wide`, also on a fresh clone. `npm test -- unit api` runs only the steps named.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { generateTypes } from "../clients/typescript/generate.ts";
import { ensureBuilt, generateClient } from "../server/build.ts";
import {
  UserFacingError,
  endChildren,
  endChildrenOnSignal,
  projectBin,
  root,
  run,
  runCommand,
} from "../server/process.ts";
import { findChromium } from "./support/chromium.ts";

type Command = [program: string, ...args: string[]];

interface Group {
  steps: Record<string, () => Promise<void>>;
  /** The number of steps that run in parallel, the longest first. */
  concurrency: number;
}

const commands =
  (quiet: boolean, ...list: Command[]) =>
  async () => {
    for (const [program, ...args] of list) await run(projectBin(program), args, { quiet });
  };

const inProjects = (names: string[]) => names.flatMap((name) => ["--project", name]);
const vitest = (...names: string[]): Command => ["vitest", "run", ...inProjects(names)];
const playwright = (...names: string[]): Command => ["playwright", "test", ...inProjects(names)];

const groups: Group[] = [
  {
    concurrency: 2,
    steps: {
      unit: commands(true, vitest("unit")),
      lint: commands(true, ["oxlint"], ["knip"]),
      types: commands(true, ["next", "typegen"], ["tsc", "--noEmit"]),
      format: commands(true, ["oxfmt", "--check"]),
      migrations: commands(true, ["node", "server/commands/migrate.ts", "--check"]),
      build: ensureBuilt,
    },
  },
  { concurrency: 1, steps: { api: commands(false, vitest("api", "own", "commands")) } },
  { concurrency: 1, steps: { e2e: commands(false, playwright("journeys")) } },
  // It runs only when it is named: it tests further cases of what the other steps prove.
  {
    concurrency: 1,
    steps: { wide: commands(false, vitest("wide"), playwright("wide", "wide-phone")) },
  },
];
const names = groups.flatMap(({ steps }) => Object.keys(steps));

/** The browser tests need Chromium: Debian's, otherwise the one that Playwright downloads. */
function requireChromium(): void {
  if (findChromium()) return;
  const isRoot = process.getuid?.() === 0;
  const succeeds = (command: string, ...args: string[]) =>
    spawnSync(command, args, {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  console.log("Installing Chromium ...");
  if (isRoot && fs.existsSync("/etc/debian_version")) {
    succeeds("apt-get", "update", "-qq");
    const install = ["install", "-y", "-qq", "--no-install-recommends"];
    if (succeeds("apt-get", ...install, "chromium-headless-shell") && findChromium()) return;
  }
  if (succeeds(projectBin("playwright"), "install", ...(isRoot ? ["--with-deps"] : []), "chromium")) return;
  throw new UserFacingError(
    "The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell) and run npm test again.",
  );
}

const results: { name: string; seconds: string; outcome: string }[] = [];
let hasFailed = false;

async function runStep(name: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  const report = (outcome: string) => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    results.push({ name, seconds, outcome });
    console.log(`${outcome.padEnd(7)}${name} (${seconds} s)`);
  };
  try {
    await work();
    report("ok");
  } catch (error) {
    // The first failure stops the other steps of its group.
    report(hasFailed ? "stopped" : "FAILED");
    if (hasFailed) return;
    hasFailed = true;
    endChildren();
    throw error;
  }
}

async function runGroup({ steps, concurrency }: Group, wanted: string[]): Promise<void> {
  const queue = Object.entries(steps).filter(([name]) => wanted.includes(name));
  const lane = async () => {
    for (let next = queue.shift(); next && !hasFailed; next = queue.shift()) {
      if (concurrency === 1) console.log(`\n--- ${next[0]}`);
      await runStep(...next);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: concurrency }, lane));
  const failure = lanes.find((item) => item.status === "rejected");
  if (failure) throw failure.reason;
}

await runCommand(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown) throw new UserFacingError(`There is no step ${unknown}. Steps: ${names.join(", ")}.`);
  if (!wanted.length) wanted.push(...names.filter((name) => name !== "wide"));

  process.chdir(root);
  if (wanted.includes("e2e") || wanted.includes("wide")) requireChromium();
  await generateClient();
  await generateTypes();
  endChildrenOnSignal();

  const began = performance.now();
  try {
    for (const group of groups) await runGroup(group, wanted);
  } finally {
    console.log(`\nSummary (${((performance.now() - began) / 1000).toFixed(0)} s)`);
    for (const { name, seconds, outcome } of results)
      console.log(`  ${outcome.padEnd(8)}${name.padEnd(12)}${seconds.padStart(6)} s`);
    for (const name of wanted.filter((step) => !results.some((result) => result.name === step)))
      console.log(`  not run ${name}`);
  }
});
