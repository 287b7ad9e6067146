// `npm run bench:lighthouse`: Lighthouse scores of the public pages with its default mobile emulation (slow 4G, CPU throttled four times).
// Each page is measured three times; the median run is printed and its figures are written to bench/results/lighthouse.json. Lighthouse is
// installed on first use; the pages are served from 127.0.0.1.
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { ensureBuilt } from "../server/build.ts";
import { root, runCommand } from "../server/process.ts";
import { startDatabase, startServer } from "../tests/support/server.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const pages = ["/", "/plans", "/login"];
const goals = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const RUNS = 3;
const SYSTEM = "/usr/bin/chromium";

/** The part of Lighthouse's report that is read here. */
interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    {
      score: number | null;
      numericValue: number;
      details: { items: { resourceType: string; transferSize: number }[] };
    }
  >;
}

async function measure(url: string, file: string) {
  const args = ["exec", "--yes", "--", LIGHTHOUSE, url, "--quiet", "--output=json", `--output-path=${file}`];
  args.push(`--only-categories=${Object.keys(goals).join(",")}`);
  args.push("--chrome-flags=--headless=new --no-sandbox --disable-gpu");
  const env = { ...process.env, CHROME_PATH: fs.existsSync(SYSTEM) ? SYSTEM : chromium.executablePath() };
  await promisify(execFile)("npm", args, { env, cwd: os.tmpdir(), maxBuffer: 2 ** 26, timeout: 180_000 });
  const { categories, audits } = JSON.parse(fs.readFileSync(file, "utf8")) as Report;
  const milliseconds = (name: string) => Math.round(audits[name]!.numericValue);
  const scripts = audits["network-requests"]!.details.items.filter(
    ({ resourceType }) => resourceType === "Script",
  );
  return {
    scores: Object.fromEntries(
      Object.keys(goals).map((name) => [name, Math.round(categories[name]!.score * 100)]),
    ),
    "first paint ms": milliseconds("first-contentful-paint"),
    "largest paint ms": milliseconds("largest-contentful-paint"),
    "blocked ms": milliseconds("total-blocking-time"),
    "layout shift": Number(audits["cumulative-layout-shift"]!.numericValue.toFixed(3)),
    "script kB": Math.round(scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000),
    // The audits that lost points.
    lost: Object.keys(goals).flatMap((name) =>
      categories[name]!.auditRefs.filter(
        ({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9,
      ).map(({ id }) => id),
    ),
  };
}

await runCommand(async () => {
  await ensureBuilt();
  const database = await startDatabase({ seed: true });
  const server = await startServer({ database });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seedline-lighthouse-"));
  try {
    const results: Record<string, Awaited<ReturnType<typeof measure>>> = {};
    for (const page of pages) {
      const runs: Awaited<ReturnType<typeof measure>>[] = [];
      for (let run = 0; run < RUNS; run += 1)
        runs.push(await measure(server.url + page, path.join(folder, "run.json")));
      runs.sort((a, b) => a.scores.performance! - b.scores.performance!);
      results[page] = runs[Math.floor(RUNS / 2)]!;
      console.log(page, results[page]);
    }
    const file = path.join(root, "bench", "results", "lighthouse.json");
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const flat = Object.fromEntries(
      Object.entries(results).map(([page, { scores, ...rest }]) => [page, { ...scores, ...rest }]),
    );
    fs.writeFileSync(file, `${JSON.stringify({ tool: LIGHTHOUSE, pages: flat }, null, 2)}\n`);
    const missed = pages.flatMap((page) =>
      Object.entries(goals)
        .filter(([name, goal]) => results[page]!.scores[name]! < goal)
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
