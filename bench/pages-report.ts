import os from "node:os";
import { quantile } from "../tests/faults/load";
import { BARE_KB, allowedKb, type WeighedPage } from "../tests/support/page-weight";
import { SHORTEST_MS, SLOWDOWN, type InteractionTiming } from "./interactions";
import { table, writeResult } from "./results-file";

const GOAL_MS = 100;

export interface ScriptSize extends Pick<WeighedPage, "path" | "kind"> {
  kb: number;
}

/** The repetitions of one interaction; null if below the browser's minimum. */
export interface TimedInteraction {
  screen: string;
  name: string;
  presses: (InteractionTiming | null)[];
}

interface Results {
  sizes: readonly ScriptSize[];
  interactions: readonly TimedInteraction[];
}

const rounded = (value: number) => Math.round(value * 10) / 10;
const over = (kb: number) => Math.max(0, rounded(kb - BARE_KB));
const show = (milliseconds: number) =>
  milliseconds > 0 ? String(Math.round(milliseconds)) : `under ${SHORTEST_MS}`;

/** Median and worst time of an interaction, and the parts of the worst. */
function summarize({ screen, name, presses }: TimedInteraction) {
  const totals = presses.map((press) => press?.total ?? 0);
  const worst = presses.reduce((most, press) => ((press?.total ?? 0) > (most?.total ?? 0) ? press : most));
  return {
    screen,
    name,
    times: presses.length,
    median: quantile(totals, 0.5),
    worst: Math.max(...totals),
    worstParts: worst && {
      inputDelay: Math.round(worst.inputDelay),
      processing: Math.round(worst.processing),
      presentation: Math.round(worst.presentation),
    },
  };
}

function verdict({ median, worst }: ReturnType<typeof summarize>): string {
  if (worst < GOAL_MS) return "met";
  return median < GOAL_MS ? "not every time" : "missed";
}

/** Prints script sizes and interaction times, and with `keep` writes them to bench/results. */
export async function reportPages({ sizes, interactions }: Results, keep: boolean): Promise<void> {
  const figures = interactions.map(summarize);
  const cores = os.cpus().length;
  const node = process.versions.node;
  const text = [
    "# Page weight and interaction latency",
    "",
    `Written by \`npm run bench:pages\` (${cores} cores, Node ${node}, 1,000 users).`,
    "",
    "## JavaScript",
    "",
    `The gzipped scripts that a page loads when it is opened, which do not depend on the machine. A bare Next.js page loads ${BARE_KB} kB. The budgets above that are ${allowedKb.public} kB for public pages, ${allowedKb.form} kB for forms and ${allowedKb["signed in"]} kB for signed-in pages. Pages that need no React are sent without it.`,
    "",
    ...table(
      ["Page", "Kind", "kB", "Over a bare page", "Goal", ""],
      sizes.map(({ path, kind, kb }) => [
        path,
        kind,
        rounded(kb),
        over(kb),
        allowedKb[kind],
        kb <= BARE_KB + allowedKb[kind] ? "met" : "missed",
      ]),
    ),
    "",
    "## Interactions",
    "",
    `Interaction to Next Paint (INP) in Chromium, on a screen of 390 x 844 with the CPU throttled ${SLOWDOWN} times, in milliseconds, rounded to 8. Each repetition uses a new browser context. The goal is under ${GOAL_MS} ms every time. *Input delay*, *processing* and *presentation* are the parts of the worst time.`,
    "",
    ...table(
      [
        "Screen",
        "Interaction",
        "Times",
        "Median",
        "Worst",
        "Input delay",
        "Processing",
        "Presentation",
        "Goal",
      ],
      figures.map((figure) => [
        figure.screen,
        figure.name,
        figure.times,
        show(figure.median),
        show(figure.worst),
        figure.worstParts?.inputDelay ?? "",
        figure.worstParts?.processing ?? "",
        figure.worstParts?.presentation ?? "",
        verdict(figure),
      ]),
    ),
    "",
  ].join("\n");
  process.stdout.write(`\n${text}`);
  if (!keep) return;
  await writeResult("pages.md", text);
  await writeResult(
    "pages.json",
    JSON.stringify({ cores, node, slowdown: SLOWDOWN, bareKb: BARE_KB, sizes, presses: figures }),
  );
}
