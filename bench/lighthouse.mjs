// `npm run bench:lighthouse`: what Lighthouse says of the public pages on a middling phone (its default: a slow 4G line and a
// processor four times slower). Each page is measured three times; printed is the median run, written are its figures to
// bench/results/lighthouse.json. Lighthouse itself is fetched when first used; the pages come from 127.0.0.1.
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { build, isBuilt } from "../scripts/lib/build.mjs";
import { main, root } from "../scripts/lib/common.mjs";
import { startDatabase, startServer } from "../scripts/lib/harness.mjs";

const LIGHTHOUSE = "lighthouse@13.5.0";
const pages = ["/", "/plans", "/login"];
const goals = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const RUNS = 3;
const SYSTEM = "/usr/bin/chromium";

async function measure(url, file) {
  const args = ["exec", "--yes", "--", LIGHTHOUSE, url, "--quiet", "--output=json", `--output-path=${file}`];
  args.push(`--only-categories=${Object.keys(goals).join(",")}`);
  args.push("--chrome-flags=--headless=new --no-sandbox --disable-gpu");
  const env = { ...process.env, CHROME_PATH: fs.existsSync(SYSTEM) ? SYSTEM : chromium.executablePath() };
  await promisify(execFile)("npm", args, { env, cwd: os.tmpdir(), maxBuffer: 2 ** 26, timeout: 180_000 });
  const { categories, audits } = JSON.parse(fs.readFileSync(file, "utf8"));
  const score = (name) => Math.round(categories[name].score * 100);
  const scripts = audits["network-requests"].details.items.filter(
    ({ resourceType }) => resourceType === "Script",
  );
  return {
    ...Object.fromEntries(Object.keys(goals).map((name) => [name, score(name)])),
    "first paint ms": Math.round(audits["first-contentful-paint"].numericValue),
    "largest paint ms": Math.round(audits["largest-contentful-paint"].numericValue),
    "blocked ms": Math.round(audits["total-blocking-time"].numericValue),
    "layout shift": Number(audits["cumulative-layout-shift"].numericValue.toFixed(3)),
    "script kB": Math.round(scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000),
    // What cost points, by name.
    lost: Object.keys(goals).flatMap((name) =>
      categories[name].auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
        .map(({ id }) => id),
    ),
  };
}

await main(async () => {
  process.env.NODE_ENV = "production";
  if (!isBuilt(process.env)) await build();
  const database = await startDatabase({ seed: true });
  const server = await startServer({ database });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seedline-lighthouse-"));
  try {
    const results = {};
    for (const page of pages) {
      const runs = [];
      for (let run = 0; run < RUNS; run += 1)
        runs.push(await measure(server.url + page, path.join(folder, "run.json")));
      runs.sort((a, b) => a.performance - b.performance);
      results[page] = runs[Math.floor(RUNS / 2)];
      console.log(page, results[page]);
    }
    const file = path.join(root, "bench", "results", "lighthouse.json");
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${JSON.stringify({ tool: LIGHTHOUSE, pages: results }, null, 2)}\n`);
    const missed = pages.flatMap((page) =>
      Object.entries(goals)
        .filter(([name, goal]) => results[page][name] < goal)
        .map(([name]) => `${page}: ${name}`),
    );
    console.log(missed.length ? `Below the goal: ${missed.join(", ")}` : "Every goal is reached.");
    if (missed.length) process.exitCode = 1;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
    await server.stop();
    await database.stop();
  }
});
