import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Figures } from "./measure";
import { plot } from "./plot";
import { RESULTS, table, writeResult } from "./results-file";
import type { Burst } from "./uploads";
import type { Weight } from "./weight";

export interface CaseResult {
  name: string;
  /** A list of the back office: compared with Fastify and the floor, and with itself as it grows. */
  list: boolean;
  figures: Figures[];
}

/** The ratios that the goals are about; null where one side was not measured. */
export interface Ratios {
  /** Throughput with the most users, of that with the fewest. */
  growth: number | null;
  /** Throughput with the fewest, of a bare Next route that sends the same SQL. */
  floor: number | null;
  /** Throughput with as many users as the naive baseline was last asked with, of the baseline's. */
  baseline: number | null;
  /** Slowest in a hundred, in milliseconds, with the most users. */
  p99: number;
}

const GOALS = { growth: 0.8, floor: 0.9, p99: 100, baseline: 4, above: 150, meanwhile: 250 };
/** The goal over the baseline is about the list without a filter. */
const OVER_BASELINE = "User list";

const rounded = (value: number) => Math.round(value * 100) / 100;

export function ratiosOf({ figures }: CaseResult): Ratios {
  const of = (name: Figures["target"]) => figures.filter(({ target }) => target === name);
  const ours = of("seedline");
  const [first, last] = [ours[0]!, ours.at(-1)!];
  const compare = (a: Figures | undefined, b: Figures | undefined) =>
    a && b ? rounded(a.perSecond / b.perSecond) : null;
  const naive = of("fastify").at(-1);
  return {
    growth: first === last ? null : compare(last, first),
    floor: compare(first, of("floor")[0]),
    baseline: compare(
      ours.find(({ users }) => users === naive?.users),
      naive,
    ),
    p99: last.p99,
  };
}

/** Which goals a case misses. */
function missed(result: CaseResult): string[] {
  if (!result.list) return [];
  const { growth, floor, baseline, p99 } = ratiosOf(result);
  return [
    growth !== null && growth < GOALS.growth ? `growth ${growth} < ${GOALS.growth}` : "",
    floor !== null && floor < GOALS.floor ? `floor ${floor} < ${GOALS.floor}` : "",
    p99 >= GOALS.p99 ? `p99 ${p99} ms` : "",
    result.name === OVER_BASELINE && baseline !== null && baseline < GOALS.baseline
      ? `baseline ${baseline} < ${GOALS.baseline}`
      : "",
  ].filter(Boolean);
}

const show = (value: number | null | undefined) =>
  value === null || value === undefined ? "" : String(value);

/** One case on one line, while the run goes on. */
export function lineOf(result: CaseResult): string {
  const rates = result.figures.map(({ target, users, perSecond }) => `${target}@${users} ${perSecond}/s`);
  const { growth, floor, baseline, p99 } = ratiosOf(result);
  return `${result.name}: ${rates.join(", ")}; growth ${show(growth)}, floor ${show(floor)}, baseline ${show(baseline)}, p99 ${p99} ms`;
}

/** What is told of a run besides its figures. */
export interface Run {
  sizes: number[];
  minutes: number;
  /** Cases that could not be measured, each with the reason. */
  failures: string[];
  burst: Burst | null;
  weight: Weight;
  /** Of memory, in all servers. */
  allocator: string;
}

/** What many uploads at once did. */
const burstLines = ({ uploads, size, seconds, idle, above, p50, p99 }: Burst): string[] => [
  "## Uploads at once",
  "",
  `${uploads} submissions of ${size} MB each at once took ${seconds} s. The server's memory went ${above} MB above the ${idle} MB of idle (goal ${GOALS.above}); meanwhile \`/auth/me\` took ${p50} ms in the median and ${p99} ms at p99 (goal ${GOALS.meanwhile}).`,
  "",
];

function markdown(
  results: CaseResult[],
  { sizes, minutes, failures, burst, allocator, weight }: Run,
): string {
  const count = (users: number) => users.toLocaleString("en");
  const goals = results
    .filter(({ list }) => list)
    .map((result) => {
      const { growth, floor, baseline, p99 } = ratiosOf(result);
      return [
        result.name,
        show(growth),
        show(p99),
        show(floor),
        show(baseline),
        missed(result).join("; ") || "all met",
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
    "# What calls cost",
    "",
    `Written by \`npm run bench\` (${os.cpus().length} cores, Node ${process.versions.node}, ${Math.round(minutes)} minutes). Each case was measured on every server in turn, several times, with 16 connections unless its name says otherwise; all servers had ${allocator}. Figures of another machine differ; the ratios should not by much.`,
    "",
    "![Throughput of each list with the fewest and with the most users](bench.svg)",
    "",
    "## The lists, against their goals",
    "",
    `*Growth* is the throughput with ${count(sizes.at(-1)!)} users over that with ${count(sizes[0]!)} (goal ${GOALS.growth}), *p99* the slowest in a hundred there (under ${GOALS.p99} ms). *Floor* compares with a bare Next route that sends the same SQL through \`pg\`, has no session and opens no cipher (goal ${GOALS.floor}). *Baseline* compares with Fastify, \`pg\` and an exact count at request time, with as many users as it was asked with (goal ${GOALS.baseline} for the list without a filter).`,
    "",
    ...table(["Case", "Growth", "p99 ms", "Floor", "Baseline", "Goals"], goals),
    "",
    "## Everything measured",
    "",
    "`floor` is the bare Next route. Processor time is milliseconds a request, of the server and of PostgreSQL; memory is the server's at the end of the case.",
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
    ...(burst ? burstLines(burst) : []),
    "## What people weigh",
    "",
    `In the database of ${count(weight.users)} users, with indexes: a user ${count(weight.user)} bytes, ${count(weight.indexes)} of them indexes; a submission without its documents ${count(weight.submission)} bytes.`,
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
    ratios: ratiosOf(result),
    missed: missed(result),
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
  writeFileSync(path.join(RESULTS, "bench.svg"), plot(results.filter(({ list }) => list)));
}
