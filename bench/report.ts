import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Measurement } from "./measure";
import { renderChart } from "./chart";
import { RESULTS, table, writeResult } from "./results-file";
import type { Burst } from "./uploads";
import type { StorageSize } from "./storage-size";

export interface CaseResult {
  name: string;
  /** Lists of the back office are compared with both other servers and with themselves at other sizes, pages with a bare page. */
  kind: "list" | "page" | "desk" | "other";
  figures: Measurement[];
}

/** The ratios that have goals; null if one side was not measured. */
export interface Ratios {
  /** Throughput with the most users divided by that with the fewest. */
  growth: number | null;
  /** Throughput with the fewest users divided by that of the bare Next.js route or page. */
  bareNext: number | null;
  /** Throughput divided by that of Fastify, at Fastify's largest size. */
  fastify: number | null;
  /** 99th percentile in milliseconds, with the most users. */
  p99: number;
}

const GOALS = {
  growth: 0.8,
  bareNext: 0.9,
  barePage: 0.5,
  p99: 100,
  fastify: 0.5,
  memoryGrowth: 150,
  burstP99: 250,
};

const rounded = (value: number) => Math.round(value * 100) / 100;

export function computeRatios({ figures }: CaseResult): Ratios {
  const of = (name: Measurement["target"]) => figures.filter(({ target }) => target === name);
  const ours = of("seedline");
  const [first, last] = [ours[0]!, ours.at(-1)!];
  const compare = (a: Measurement | undefined, b: Measurement | undefined) =>
    a && b ? rounded(a.perSecond / b.perSecond) : null;
  const fastifyLargest = of("fastify").at(-1);
  return {
    growth: first === last ? null : compare(last, first),
    bareNext: compare(first, of("bare-next")[0]),
    fastify: compare(
      ours.find(({ users }) => users === fastifyLargest?.users),
      fastifyLargest,
    ),
    p99: last.p99,
  };
}

/** The goals that a case misses. */
function missedGoals(result: CaseResult): string[] {
  const { growth, bareNext, fastify, p99 } = computeRatios(result);
  const below = (name: string, ratio: number | null, goal: number) =>
    ratio !== null && ratio < goal ? [`${name} ${ratio} < ${goal}`] : [];
  if (result.kind === "page") return below("bare Next.js", bareNext, GOALS.barePage);
  if (result.kind === "desk") return below("growth", growth, GOALS.growth);
  if (result.kind === "other") return [];
  return [
    ...below("growth", growth, GOALS.growth),
    ...below("bare Next.js", bareNext, GOALS.bareNext),
    ...below("Fastify", fastify, GOALS.fastify),
    ...(p99 >= GOALS.p99 ? [`p99 ${p99} ms`] : []),
  ];
}

const show = (value: number | null | undefined) =>
  value === null || value === undefined ? "" : String(value);

/** A summary line, printed while the run continues. */
export function summaryLine(result: CaseResult): string {
  const rates = result.figures.map(({ target, users, perSecond }) => `${target}@${users} ${perSecond}/s`);
  const { growth, bareNext, fastify, p99 } = computeRatios(result);
  return `${result.name}: ${rates.join(", ")}; growth ${show(growth)}, bare Next.js ${show(bareNext)}, Fastify ${show(fastify)}, p99 ${p99} ms`;
}

/** A run apart from its cases. */
export interface Run {
  sizes: number[];
  minutes: number;
  /** Cases that could not be measured, with the reasons. */
  failures: string[];
  burst: Burst | null;
  storage: StorageSize;
  /** The memory allocator of all servers. */
  allocator: string;
}

/** The section on parallel uploads. */
const burstSection = ({ uploads, size, seconds, idle, memoryGrowth, p50, p99 }: Burst): string[] => [
  "## Parallel uploads",
  "",
  `${uploads} parallel submissions of ${size} MB took ${seconds} s. The server's memory grew by ${memoryGrowth} MB from ${idle} MB (goal: ${GOALS.memoryGrowth} MB). During the burst \`/auth/me\` took ${p50} ms at p50 and ${p99} ms at p99 (goal: ${GOALS.burstP99} ms).`,
  "",
];

function markdown(
  results: CaseResult[],
  { sizes, minutes, failures, burst, allocator, storage }: Run,
): string {
  const count = (users: number) => users.toLocaleString("en");
  const goals = results
    .filter(({ kind }) => kind !== "other")
    .map((result) => {
      const { growth, bareNext, fastify, p99 } = computeRatios(result);
      return [
        result.name,
        show(growth),
        show(p99),
        show(bareNext),
        show(fastify),
        missedGoals(result).join("; ") || "all met",
      ];
    });
  const details = results.flatMap(({ name, figures }) =>
    figures.map((f) => [
      name,
      f.target,
      count(f.users),
      f.perSecond,
      f.p50,
      f.p99,
      f.serverCpu,
      f.databaseCpu,
      f.memoryMb,
    ]),
  );
  return [
    "# Throughput and latency",
    "",
    `Written by \`npm run bench\` (${os.cpus().length} cores, Node ${process.versions.node}, ${Math.round(minutes)} minutes). Each case was measured several times on each server in rotation, with 16 connections unless stated otherwise; all servers used ${allocator}. Absolute figures depend on the machine; the ratios should be similar.`,
    "",
    "![Throughput of each list by number of users](bench.svg)",
    "",
    "## Lists, pages and their goals",
    "",
    `*Growth* is the throughput with ${count(sizes.at(-1)!)} users over that with ${count(sizes[0]!)} (goal ${GOALS.growth}), *p99* the 99th percentile with the most users (goal: under ${GOALS.p99} ms). *Bare Next.js* is the ratio to a bare route that sends the same SQL through \`pg\`, that of the session check included (goal ${GOALS.bareNext}), or to a bare dynamic page (goal ${GOALS.barePage}). *Fastify* is the ratio to Fastify and \`pg\` with the same search column and an exact count per request, at the largest size measured with it (goal ${GOALS.fastify}).`,
    "",
    ...table(["Case", "Growth", "p99 ms", "Bare Next.js", "Fastify", "Goals"], goals),
    "",
    "## All measurements",
    "",
    "CPU time is in milliseconds per request, for the server and for PostgreSQL; memory is the server's at the end of the case.",
    "",
    ...table(
      [
        "Case",
        "Server",
        "Users",
        "Requests/s",
        "p50 ms",
        "p99 ms",
        "Server CPU",
        "PostgreSQL CPU",
        "Memory MB",
      ],
      details,
    ),
    "",
    ...(burst ? burstSection(burst) : []),
    "## Storage per user",
    "",
    `Average with ${count(storage.users)} users, including indexes: ${count(storage.user)} bytes per user, of which ${count(storage.indexes)} are indexes; ${count(storage.submission)} bytes per submission without its documents.`,
    "",
    ...(failures.length > 0 ? ["", "## Not measured", "", ...failures.map((failure) => `- ${failure}`)] : []),
    "",
  ].join("\n");
}

/** Prints the table, and with `keep` writes it with the figures and the plot to bench/results. */
export async function writeResults(
  results: CaseResult[],
  { keep, ...run }: Run & { keep: boolean },
): Promise<void> {
  const text = markdown(results, run);
  process.stdout.write(`\n${text}`);
  if (!keep) return;
  const cases = results.map((result) => ({
    ...result,
    ratios: computeRatios(result),
    missedGoals: missedGoals(result),
  }));
  const data = {
    ...run,
    minutes: rounded(run.minutes),
    cores: os.cpus().length,
    node: process.versions.node,
    cases,
  };
  await writeResult("bench.json", JSON.stringify(data));
  await writeResult("bench.md", text);
  writeFileSync(path.join(RESULTS, "bench.svg"), renderChart(results.filter(({ kind }) => kind === "list")));
}
