import { expect } from "vitest";
import { placeInAnyOrder, type Link, type Placement, type StoredLink } from "@/lib/bank/chain-rules";

/** An account, as the import stores it. */
export class Account {
  lines: StoredLink[] = [];

  /** Places a file among the lines of its days and the nearest ones around, and stores what continues, or also gaps. */
  import(file: readonly Link[], acceptsGaps = false): Placement["kind"] {
    if (file.length === 0) return "contradiction";
    const days = file.map(({ on }) => on).toSorted();
    const inside = this.lines.flatMap(({ on }, index) => (on >= days[0]! && on <= days.at(-1)! ? index : []));
    const [from, to] =
      inside.length > 0
        ? [inside[0]! - 1, inside.at(-1)! + 1]
        : [
            this.lines.findLastIndex(({ on }) => on < days[0]!),
            this.lines.findLastIndex(({ on }) => on < days[0]!) + 1,
          ];
    const window = this.lines.slice(Math.max(from, 0), to + 1);
    const following = this.lines[to + 1];
    const named = <T extends Link>(line: T) => ({ bankReference: "", narration: "", ...line });
    const { placement, lines } = placeInAnyOrder(
      file.map(named),
      window.map(named),
      !following || following.begins,
    );
    if (placement.kind !== "continues" && !(placement.kind === "gap" && acceptsGaps)) return placement.kind;
    for (const line of this.lines) if (placement.continued.includes(line.position)) line.begins = false;
    this.lines.push(
      ...placement.added.map(({ index, position, begins }) => ({ ...lines[index]!, position, begins })),
    );
    this.lines.sort((a, b) => (a.position < b.position ? -1 : 1));
    expect(new Set(this.lines.map(({ position }) => position)).size).toBe(this.lines.length);
    return placement.kind;
  }

  get links(): Link[] {
    return this.lines.map(({ on, amountKobo, balanceKobo }) => ({ on, amountKobo, balanceKobo }));
  }
}
