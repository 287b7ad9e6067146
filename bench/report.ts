import os from "node:os";
import { BARE_KB } from "../tests/support/page-weight";
import type { Measurement } from "./measure";
import type { PageWeight } from "./pages";
import { allocator } from "./servers";
import type { StorageSize } from "./storage-size";
import type { UploadFigures } from "./uploads";

export interface Results {
  command: "bench" | "bench:money";
  sizes: number[];
  /** The figures of each list, one per size. */
  lists: { name: string; figures: Measurement[] }[];
  uploads: UploadFigures | null;
  pages: PageWeight[];
  storage: StorageSize | null;
  /** The duration of importing a statement of 50,000 lines. */
  importSeconds: number | null;
  /** The failed measurements, with the reasons. */
  failures: string[];
}

/** The maximum ratio of the time per request with the most users to that with the fewest. */
const MAX_LIST_COST = 1.25;
/** The maximum memory growth of the server during the uploads, in megabytes. */
const MAX_UPLOAD_MEMORY_MB = 150;

const count = (users: number) => users.toLocaleString("en");
const hundredths = (value: number) => value.toFixed(2);
const verdict = (isMet: boolean) => (isMet ? "met" : "missed");

const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  row(head),
  row(head.map(() => "---")),
  ...rows.map(row),
  "",
];

function listsSection({ command, lists, sizes }: Results): string[] {
  const [fewest, most] = [sizes[0]!, sizes.at(-1)!].map(count);
  const what = command === "bench:money" ? "users and as many investments" : "users";
  return [
    "## Lists",
    "",
    `_Cost_ is the time per request with ${most} ${what} divided by that with ${fewest}; the goal is at most ${MAX_LIST_COST}. Each list was measured on both servers in turns, with 16 connections. The other columns give the figures with ${fewest} and with ${most} users: requests per second, the 99th percentile of the response time in milliseconds, and the processor time per request of the server and of PostgreSQL in milliseconds.`,
    "",
    ...table(
      ["List", "Cost", "Goal", "Requests/s", "p99 ms", "Server ms", "PostgreSQL ms"],
      lists.map(({ name, figures }) => {
        const [first, last] = [figures[0]!, figures.at(-1)!];
        const cost = first.perSecond / last.perSecond;
        const both = (of: (figure: Measurement) => number) => `${of(first)}, ${of(last)}`;
        return [
          name,
          hundredths(cost),
          verdict(cost <= MAX_LIST_COST),
          both(({ perSecond }) => perSecond),
          both(({ p99 }) => p99),
          both(({ serverCpu }) => serverCpu),
          both(({ databaseCpu }) => databaseCpu),
        ];
      }),
    ),
  ];
}

const uploadsSection = ({ uploads, mb, seconds, idleMb, growthMb, idle, busy }: UploadFigures): string[] => [
  "## Parallel uploads",
  "",
  `${uploads} parallel submissions of ${mb} MB took ${seconds} s. The server's memory grew by ${growthMb} MB from ${idleMb} MB, which is ${hundredths(growthMb / (uploads * mb))} of what was sent; the goal, at most ${MAX_UPLOAD_MEMORY_MB} MB, is ${verdict(growthMb <= MAX_UPLOAD_MEMORY_MB)}. Meanwhile \`/auth/me\` took ${hundredths(busy.p50 / idle.p50)} times as long as before in the median (${busy.p50} ms instead of ${idle.p50} ms) and ${busy.p99} ms instead of ${idle.p99} ms at the 99th percentile.`,
  "",
];

const pagesSection = (pages: PageWeight[]): string[] => [
  "## JavaScript of the pages",
  "",
  `The gzipped scripts that a page loads when it is opened. A bare page of Next.js loads ${BARE_KB} kB; _ratio_ is the weight divided by that, _goal_ the budget of its kind ([ADR 22](../docs/decisions/0022-javascript-budgets.md)). Public pages need no React and are sent without it. These figures do not depend on the machine.`,
  "",
  ...table(
    ["Page", "Kind", "kB", "Ratio", "Goal", ""],
    pages.map(({ path, kind, kb, ratio, allowedRatio }) => [
      path,
      kind,
      kb.toFixed(1),
      hundredths(ratio),
      hundredths(allowedRatio),
      verdict(ratio <= allowedRatio),
    ]),
  ),
];

const storageSection = ({ users, user, indexes, submission }: StorageSize): string[] => [
  "## Storage per user",
  "",
  `The average with ${count(users)} users, with indexes: ${count(user)} bytes per user, of which ${count(indexes)} are indexes; ${count(submission)} bytes per submission without its documents.`,
  "",
];

/** The maximum duration of an import of 50,000 lines, in seconds. */
const MAX_IMPORT_SECONDS = 60;

const importSection = (seconds: number): string[] => [
  "## Bank statements",
  "",
  `A statement of 50,000 lines was imported in ${seconds.toFixed(1)} s; the goal, at most ${MAX_IMPORT_SECONDS} s, is ${verdict(seconds <= MAX_IMPORT_SECONDS)}.`,
  "",
];

/** Returns the text of bench/RESULTS.md. */
export function renderReport(results: Results, minutes: number): string {
  const { command, lists, uploads, pages, storage, importSeconds, failures } = results;
  return [
    `# Results of the benchmark${command === "bench:money" ? " of money" : ""}`,
    "",
    `Written by \`npm run ${command}\` (${os.cpus().length} cores, Node ${process.versions.node}, ${allocator}, ${Math.round(minutes)} minutes). Absolute figures depend on the machine and on what else it does; the ratios compare within this run.`,
    "",
    ...(lists.length > 0 ? listsSection(results) : []),
    ...(uploads ? uploadsSection(uploads) : []),
    ...(pages.length > 0 ? pagesSection(pages) : []),
    ...(storage ? storageSection(storage) : []),
    ...(importSeconds === null ? [] : importSection(importSeconds)),
    ...(failures.length > 0 ? ["## Not measured", "", ...failures.map((failure) => `- ${failure}`), ""] : []),
  ].join("\n");
}
