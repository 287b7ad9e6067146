import os from "node:os";
import { quantile } from "../tests/faults/load";
import { BARE_KB, allowedKb, type WeighedPage } from "../tests/support/page-weight";
import { SHORTEST_MS, SLOWDOWN, type Press } from "./interactions";
import { table, writeResult } from "./results-file";

const GOAL_MS = 100;

export interface Weight extends Pick<WeighedPage, "path" | "kind"> {
  kb: number;
}

/** Every time that a press was made on a screen; null: it took less than the browser tells. */
export interface Timed {
  screen: string;
  name: string;
  presses: (Press | null)[];
}

interface Results {
  weights: readonly Weight[];
  timed: readonly Timed[];
}

const rounded = (value: number) => Math.round(value * 10) / 10;
const over = (kb: number) => Math.max(0, rounded(kb - BARE_KB));
const show = (milliseconds: number) =>
  milliseconds > 0 ? String(Math.round(milliseconds)) : `under ${SHORTEST_MS}`;

/** Median and worst of a press, and what the worst consists of. */
function figuresOf({ screen, name, presses }: Timed) {
  const totals = presses.map((press) => press?.total ?? 0);
  const worst = presses.reduce((most, press) => ((press?.total ?? 0) > (most?.total ?? 0) ? press : most));
  return {
    screen,
    name,
    times: presses.length,
    median: quantile(totals, 0.5),
    worst: Math.max(...totals),
    ofTheWorst: worst && {
      waited: Math.round(worst.waited),
      worked: Math.round(worst.worked),
      painted: Math.round(worst.painted),
    },
  };
}

function verdict({ median, worst }: ReturnType<typeof figuresOf>): string {
  if (worst < GOAL_MS) return "met";
  return median < GOAL_MS ? "not every time" : "missed";
}

/** Prints what pages weigh and how long presses take, and with `keep` writes it to bench/results. */
export async function reportPages({ weights, timed }: Results, keep: boolean): Promise<void> {
  const figures = timed.map(figuresOf);
  const cores = os.cpus().length;
  const node = process.versions.node;
  const text = [
    "# What pages cost a visitor",
    "",
    `Written by \`npm run bench:pages\` (${cores} cores, Node ${node}, 1,000 users).`,
    "",
    "## JavaScript",
    "",
    `Gzipped, as it is asked for when the page is opened; a count, the same on every machine. A bare page of Next brings ${BARE_KB} kB, and a page of ours may bring so much over it: public ${allowedKb.public} kB, forms ${allowedKb.form} kB, what is behind the log-in ${allowedKb["signed in"]} kB. Pages that need no React travel without it.`,
    "",
    ...table(
      ["Page", "Kind", "kB", "Over a bare page", "Goal", ""],
      weights.map(({ path, kind, kb }) => [
        path,
        kind,
        rounded(kb),
        over(kb),
        allowedKb[kind],
        kb <= BARE_KB + allowedKb[kind] ? "met" : "missed",
      ]),
    ),
    "",
    "## Presses and keys",
    "",
    `From the press to the next paint, as browsers count it for "interaction to next paint", in Chromium on a screen of 390 x 844 with the processor ${SLOWDOWN} times slower. In milliseconds, to the nearest 8; each screen was gone through anew each time. The goal is under ${GOAL_MS} ms every time. *Waited*, *worked* and *painted* are the parts of the worst: until its turn came, in the product's code, and from there to the picture.`,
    "",
    ...table(
      ["Screen", "Press", "Times", "Median", "Worst", "Waited", "Worked", "Painted", "Goal"],
      figures.map((figure) => [
        figure.screen,
        figure.name,
        figure.times,
        show(figure.median),
        show(figure.worst),
        figure.ofTheWorst?.waited ?? "",
        figure.ofTheWorst?.worked ?? "",
        figure.ofTheWorst?.painted ?? "",
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
    JSON.stringify({ cores, node, slowdown: SLOWDOWN, bareKb: BARE_KB, weights, presses: figures }),
  );
}
