import { readFileSync } from "node:fs";
import { groups } from "../mutation/groups";
import type { Finding } from "./run";

const FIGURES = "tests/mutation/results.json";

/** Row 49, from the figures of the last `npm run test:mutation`, which takes longer than all the rest and is run apart. */
export function mutation(): Finding {
  const figures = JSON.parse(readFileSync(FIGURES, "utf8")) as Record<string, { score: number } | undefined>;
  const parts = Object.entries(groups).map(([name, { least }]) => {
    const score = figures[name]?.score;
    return {
      text:
        score === undefined ? `${name} not measured` : `${name} ${score.toFixed(1)} % (at least ${least} %)`,
      ok: score !== undefined && score >= least,
    };
  });
  return {
    row: 49,
    reached: `npm run test:mutation: ${parts.map(({ text }) => text).join(", ")}`,
    ok: parts.every(({ ok }) => ok),
  };
}
