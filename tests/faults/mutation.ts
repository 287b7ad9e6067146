import { readFileSync } from "node:fs";
import { groups, textOf, type Figures } from "../mutation/groups";
import type { Finding } from "./run";

const FIGURES = "tests/mutation/results.json";

/** Reports row 49 from the results of the last `npm run test:mutation`, which takes longer than all other rows and is run separately. */
export function mutation(): Finding {
  const figures = JSON.parse(readFileSync(FIGURES, "utf8")) as Record<string, Figures | undefined>;
  const parts = Object.entries(groups).map(([name, group]) => {
    const known = figures[name];
    if (known?.of !== textOf(group)) return { text: `${name} not measured since it was changed`, ok: false };
    return {
      text: `${name} ${known.score.toFixed(1)} % (at least ${group.least} %)`,
      ok: known.score >= group.least,
    };
  });
  return {
    row: 49,
    reached: `npm run test:mutation: ${parts.map(({ text }) => text).join(", ")}`,
    ok: parts.every(({ ok }) => ok),
  };
}
