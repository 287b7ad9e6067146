import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Account } from "../../tests/support/chain-account";
import { placeInAnyOrder, placeStatement, type Link, type Placement } from "./chain-rules";

/** The chain of balances (ADR 51). */
const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}`;

/** Returns lines with running balances. */
function history(opening: bigint, ...lines: [number, number][]): Link[] {
  let balanceKobo = opening;
  return lines.map(([on, amount]) => {
    balanceKobo += BigInt(amount);
    return { on: day(on), amountKobo: BigInt(amount), balanceKobo };
  });
}

/** `CHAIN_RUNS=100000` tries many more histories. */
const RUNS = Number(process.env.CHAIN_RUNS ?? 2_000);

const lines = history(0n, [1, 100], [1, -90], [2, 100], [2, 50], [3, 10], [3, -8], [4, 7]);

describe("the chain of balances (threat 76)", () => {
  const cases: [string, Link[][], (Placement["kind"] | string)[]][] = [
    ["the same file twice", [lines, lines], ["continues", "continues"]],
    ["overlapping files", [lines.slice(0, 4), lines.slice(2)], ["continues", "continues"]],
    [
      "files of one day each",
      [lines.slice(0, 2), lines.slice(2, 4), lines.slice(4)],
      ["continues", "continues", "continues"],
    ],
    ["the newest file first", [lines.slice(2), lines.slice(0, 4)], ["continues", "continues"]],
    [
      "the newest file first, without an overlap",
      [lines.slice(4), lines.slice(0, 4)],
      ["continues", "continues"],
    ],
    ["lines missing between files", [lines.slice(0, 3), lines.slice(4)], ["continues", "gap"]],
  ];
  it.each(cases)("%s", (_, files, kinds) => {
    const account = new Account();
    expect(files.map((file) => account.import(file))).toEqual(kinds);
    if (!kinds.includes("gap")) expect(account.links).toEqual(lines);
  });

  it("fills a gap that was accepted, from either end, and inserts lines with a sum of zero", () => {
    const account = new Account();
    account.import(lines.slice(0, 1));
    expect(account.import(lines.slice(6), true)).toBe("gap");
    expect(account.import(lines.slice(4, 6))).toBe("continues");
    expect(account.import(lines.slice(0, 3))).toBe("continues");
    expect(account.import(lines.slice(2, 7))).toBe("continues");
    expect(account.links).toEqual(lines);

    const balanced = history(0n, [1, 100], [2, 5], [2, 6], [2, -11], [3, 7]);
    const other = new Account();
    other.import(balanced.slice(0, 1));
    expect(other.import(balanced.slice(4))).toBe("continues");
    expect(other.import(balanced.slice(1))).toBe("continues");
    expect(other.links).toEqual(balanced);
  });

  it("refuses a statement after an invented one, and shows both sides", () => {
    const account = new Account();
    account.import(lines.slice(0, 4));
    const invented = history(lines[3]!.balanceKobo, [3, 500], [4, 1]);
    expect(account.import(invented)).toBe("continues");
    expect(placeStatement(lines, account.lines)).toMatchObject({
      kind: "contradiction",
      file: lines[4],
      stored: invented[0],
    });
    expect(placeStatement(history(lines[6]!.balanceKobo, [5, 3]), account.lines)).toMatchObject({
      kind: "gap",
      stored: invented[1],
    });
  });

  it("does not guess whether lines with a sum of zero are the same or new", () => {
    const account = new Account();
    account.import(history(0n, [1, 5], [1, 100], [1, -100]));
    expect(account.import(history(5n, [1, 100], [1, -100]))).toBe("ambiguous");
    expect(account.import(history(0n, [1, 5], [1, 100], [1, -100], [1, 100], [1, -100]))).toBe("continues");
    expect(account.lines).toHaveLength(5);
  });

  it("does not take an equal balance within a day as proof", () => {
    const account = new Account();
    account.import(history(0n, [1, 5], [2, 100]));
    expect(account.import(history(105n, [2, 1], [3, 1]))).toBe("gap");
  });

  it("accepts another order of the lines of a day, and tells by references which line is new", () => {
    const account = new Account();
    const stored = history(0n, [1, 7], [2, 100], [2, -30]).map((line, index) => ({
      ...line,
      bankReference: `R${index}`,
      narration: "",
    }));
    account.import(stored);
    const other = history(7n, [2, -30], [2, 100], [2, 100]).map((line, index) => ({
      ...line,
      bankReference: ["R2", "new", "R1"][index]!,
      narration: "",
    }));
    expect(placeStatement(other, account.lines).kind).toBe("contradiction");
    const named = account.lines.map((line, index) => ({
      ...line,
      bankReference: stored[index]!.bankReference,
      narration: "",
    }));
    const { lines: ordered } = placeInAnyOrder(other, named);
    expect(ordered.map(({ bankReference }) => bankReference)).toEqual(["R1", "R2", "new"]);
    expect(account.import(ordered)).toBe("continues");
    expect(account.lines).toHaveLength(4);
    expect(placeInAnyOrder(other.slice(1), named).placement.kind).not.toBe("continues");
  });

  describe("equal amounts of a day in another order, without references", () => {
    const say = <T extends Link>(line: T, narration: string) => ({ ...line, bankReference: "", narration });
    const [one, two] = ["NIP/KUDA/ADA OBI/SDL-7KK4-7K9F", "NIP/GTB/BELLO MUSA/SDL-H879-H4RH"];
    /** Stores one day's first lines, and places the day again with more lines before them. */
    function placeDay(known: string[], said: string[]) {
      const account = new Account();
      const first = history(0n, [1, 7], ...known.map((): [number, number] => [2, 100]));
      account.import(first);
      const stored = account.lines.map((line, index) => say(line, ["", ...known][index]!));
      const file = history(7n, [2, -30], ...said.map((): [number, number] => [2, 100]));
      const named = file.map((line, index) => say(line, ["CHARGE", ...said][index]!));
      const { placement, lines: ordered } = placeInAnyOrder(named, stored);
      const added =
        placement.kind === "continues" && placement.added.map(({ index }) => ordered[index]!.narration);
      return { placement, added };
    }

    it("takes an invented line for no other investor's payment, and shows both sides", () => {
      expect(placeDay([one], [two]).placement).toMatchObject({
        kind: "contradiction",
        file: { amountKobo: -30n },
        stored: { amountKobo: 100n },
      });
    });

    it.each([
      ["by the investment", [one], [two, "TRF FRM OBI ADA REF SDL7KK47K9F"], [two]],
      ["by the narration", ["NIP/KUDA/ADA OBI"], [two, "nip kuda ada obi"], [two]],
      ["if only one side names it", [one, "ADA"], ["TRANSFER", two, "BELLO"], [two]],
      ["by order without any sign", ["ADA"], ["BELLO", "MUSA"], ["MUSA"]],
    ])("finds the stored lines %s", (_, known, said, added) => {
      expect(placeDay(known, said).added).toEqual(["CHARGE", ...added]);
    });
  });

  it("refuses a day of a payment and its reversal, unless it is stored: the newest could be first", () => {
    const day = history(500n, [2, -30], [2, 30]);
    const account = new Account();
    account.import(history(0n, [1, 500]));
    expect(account.import(day)).toBe("ambiguous");
    expect(account.import(history(0n, [1, 500], [2, -30], [2, 30]))).toBe("continues");
    for (const file of [day, day.toReversed()]) expect(account.import(file)).toBe("continues");
    expect(account.links.slice(1)).toEqual(day);
  });

  const cut = fc.record({ from: fc.nat(13), count: fc.integer({ min: 1, max: 8 }) });
  const cuts = fc.array(cut, { minLength: 1, maxLength: 8 });

  /** Imports cuts of a history in any order, and checks after each that the account has the lines of those that were not refused. */
  function checkCuts(
    bank: readonly Link[],
    files: readonly { from: number; to: number }[],
    acceptsGaps: boolean,
  ) {
    const account = new Account();
    const seen = new Set<number>();
    for (const { from, to } of files) {
      const kind = account.import(bank.slice(from, to), acceptsGaps);
      if (kind !== "continues" && !(kind === "gap" && acceptsGaps)) continue;
      for (let index = from; index < to; index += 1) seen.add(index);
      expect(account.links).toEqual(bank.filter((_, index) => seen.has(index)));
    }
  }

  const movements = (amount: fc.Arbitrary<number>) =>
    fc.array(fc.record({ wait: fc.constantFrom(0, 0, 0, 1, 2), amount }), { minLength: 1, maxLength: 14 });
  const bankOf = (moves: readonly { wait: number; amount: number }[]) => {
    let on = 1;
    return history(0n, ...moves.map(({ wait, amount }): [number, number] => [(on += wait), amount]));
  };

  it("stores each line once, or refuses the file, for files from the beginning of a day, however alike the lines", () => {
    const alike = movements(fc.constantFrom(-2, -1, 1, 2, 100, -100));
    fc.assert(
      fc.property(alike, cuts, fc.boolean(), (moves, found, acceptsGaps) => {
        const bank = bankOf(moves);
        const files = found.flatMap(({ from, count }) => {
          const start = bank.findIndex(({ on }) => on === bank[from]?.on);
          return start < 0 ? [] : { from: start, to: Math.min(from + count, bank.length) };
        });
        checkCuts(bank, files, acceptsGaps);
      }),
      { numRuns: RUNS },
    );
  });

  it("stores each line once, or refuses the file, for any cuts of lines with different balances", () => {
    const different = movements(fc.constantFrom(1, -1)).map((moves) =>
      moves.map(({ wait, amount }, index) => ({ wait, amount: amount * 3 ** (index + 1) })),
    );
    fc.assert(
      fc.property(different, cuts, fc.boolean(), (moves, found, acceptsGaps) => {
        const bank = bankOf(moves);
        const files = found.flatMap(({ from, count }) =>
          from < bank.length ? { from, to: Math.min(from + count, bank.length) } : [],
        );
        checkCuts(bank, files, acceptsGaps);
      }),
      { numRuns: RUNS },
    );
  });
});
