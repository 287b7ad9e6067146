// `npm run bench:lighthouse` prints Lighthouse's scores for the public pages with its default phone emulation, the median of three runs
// each, and fails if a score is below its goal. Lighthouse is downloaded on first use.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { ensureBuilt } from "../server/build.ts";
import { runCommand } from "../server/process.ts";
import { startDatabase, startServer } from "../tests/support/server.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const pages = ["/", "/plans", "/login"];
const goals = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const categories = Object.keys(goals) as (keyof typeof goals)[];
const SYSTEM_CHROMIUM = "/usr/bin/chromium";

type Scores = Record<keyof typeof goals, number>;

async function measure(url: string): Promise<Scores> {
  const CHROME_PATH = existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : chromium.executablePath();
  const options = [
    "--quiet",
    "--output=json",
    `--only-categories=${categories.join(",")}`,
    "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
  ];
  const { stdout } = await promisify(execFile)("npm", ["exec", "--yes", "--", LIGHTHOUSE, url, ...options], {
    env: { ...process.env, CHROME_PATH },
    cwd: os.tmpdir(),
    maxBuffer: 2 ** 26,
    timeout: 180_000,
  });
  const report = JSON.parse(stdout) as { categories: Record<string, { score: number }> };
  return Object.fromEntries(
    categories.map((name) => [name, Math.round(report.categories[name]!.score * 100)]),
  ) as Scores;
}

await runCommand(async () => {
  await ensureBuilt();
  const database = await startDatabase({ seed: true });
  const server = await startServer({ database });
  try {
    for (const page of pages) {
      const url = server.url + page;
      const runs = [await measure(url), await measure(url), await measure(url)];
      const scores = runs.sort((a, b) => a.performance - b.performance)[1]!;
      console.log(page, scores);
      if (categories.some((name) => scores[name] < goals[name])) process.exitCode = 1;
    }
  } finally {
    await server.stop();
    await database.stop();
  }
});
