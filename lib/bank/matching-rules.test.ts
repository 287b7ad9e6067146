import { describe, expect, it } from "vitest";
import { newReference } from "@/lib/investments/reference-rules";
import {
  allocateInOrder,
  bestProposal,
  proposeMatches,
  referencesIn,
  type Candidate,
} from "./matching-rules";

const reference = "SDL-7KK4-7K9F";
const compact = reference.replaceAll("-", "");
const [body, head, tail] = [compact.slice(3), reference.slice(4, 8), reference.slice(9)];
/** Replaces one character with another of the alphabet. */
const mistype = (at: number) => {
  const other = [..."23456789ACEFHJKMNPRTWXY"].find((character) => character !== body[at])!;
  return body.slice(0, at) + other + body.slice(at + 1);
};
const ada: Candidate = {
  id: "a",
  reference,
  investor: "Ada Obi",
  approvedNames: ["Ada Obi"],
  isUnpaid: true,
  outstandingKobo: 100_00n,
};
const line = (narration: string, amountKobo = 100_00n, counterparty = "") => ({
  narration,
  counterparty,
  amountKobo,
});

describe("references in a narration", () => {
  it.each([
    reference,
    reference.toLowerCase(),
    `NIP/GTB/ADA OBI/${reference}/0001`,
    `NIP/GTB/ADA OBI/${compact}/0001`,
    `TRF FROM ADA OBI ${compact}000123`,
    `sdl ${head} ${tail} investment`,
    `S D L ${[...body].join(" ")}`,
    `SDL_${head}_${tail}`,
    `for ${head}-${tail}`,
    `for ${head} ${tail}`,
    `for ${body}`,
    `SDI-${head}-${tail}`,
  ])("are found in %s", (narration) => {
    expect(referencesIn(narration).exact).toEqual([reference]);
  });

  it("are corrected in the first few texts only, and found in all", () => {
    const wrong = Array(5).fill("SDL-AAAA-AAAC").join(" ");
    const typed = `SDL-${mistype(3)}`;
    expect(referencesIn(`${typed} ${wrong}`).mistyped).toContain(reference);
    expect(referencesIn(`${wrong} ${typed}`).mistyped).not.toContain(reference);
    expect(referencesIn(`${wrong} ${reference}`).exact).toEqual([reference]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])("are corrected in place %s", (at) => {
    const typed = mistype(at);
    for (const narration of [`SDL-${typed}`, `SDL ${typed.slice(0, 4)}-${typed.slice(4)} thanks`]) {
      expect(referencesIn(narration).exact).toEqual([]);
      expect(referencesIn(narration).mistyped).toContain(reference);
    }
    // A character that occurs in no reference.
    expect(referencesIn(`SDL-${body.slice(0, at)}0${body.slice(at + 1)}`).mistyped).toContain(reference);
    // A look-alike that stands for another character.
    expect(referencesIn(`SDL-${body.slice(0, at)}G${body.slice(at + 1)}`).mistyped).toContain(reference);
  });

  it("are not made of other words", () => {
    expect(referencesIn("TRANSFER FROM JOHN TO FIRM ACCOUNT 0123456789").mistyped).toEqual([]);
    expect(referencesIn("").exact).toEqual([]);
  });
});

describe("a proposal", () => {
  it.each<[string, Parameters<typeof proposeMatches>[0], Partial<Candidate>, unknown]>([
    ["reference and amount", line(reference), {}, ["reference", "exact", true]],
    ["too little", line(reference, 99_99n), {}, ["reference", "little", false]],
    ["too much", line(reference, 100_01n), {}, ["reference", "much", false]],
    ["late", line(reference), { isUnpaid: false, outstandingKobo: 0n }, ["reference", "late", false]],
    ["mistyped", line(`SDL${mistype(3)}`), {}, ["mistyped", "exact", false]],
    ["the same name", line("transfer", 100_00n, "OBI, ADA"), {}, ["name", "exact", false]],
    ["the same name, another amount", line("transfer", 50_00n, "Mrs Ada Obi"), {}, ["name", "little", false]],
    ["a part of the name", line("transfer", 100_00n, "Ada Nkem Obi"), {}, ["name", "exact", false]],
    ["a part of the name, another amount", line("transfer", 99_00n, "Ada Nkem Obi"), {}, null],
    ["another name", line("transfer", 100_00n, "Chidi Eze"), {}, null],
    ["no name", line("transfer"), {}, null],
    ["the name, late", line("", 100_00n, "Ada Obi"), { isUnpaid: false }, null],
    ["money that was paid out", line(reference, -100_00n), {}, null],
  ])("by %s", (_, received, change, expected) => {
    const [proposal] = proposeMatches(received, [{ ...ada, ...change }]);
    expect(proposal ? [proposal.by, proposal.fit, proposal.isExact] : null).toEqual(expected);
  });

  it("says why in words", () => {
    const [proposal] = proposeMatches(line(reference, 90_00n), [ada]);
    expect(proposal!.reason).toBe("The narration contains its reference; ₦10 less than outstanding");
  });

  it("prefers a reference to a name, and is none between two that are as good", () => {
    const bola: Candidate = { ...ada, id: "b", reference: newReference() };
    const both = proposeMatches(line(bola.reference, 100_00n, "Ada Obi"), [ada, bola]);
    expect([both.length, bestProposal(both)?.investmentId]).toEqual([2, "b"]);
    expect(bestProposal(proposeMatches(line("gift", 100_00n, "Ada Obi"), [ada, bola]))).toBeNull();
    const smaller = { ...bola, outstandingKobo: 60_00n };
    expect(bestProposal(proposeMatches(line("", 60_00n, "Ada Obi"), [ada, smaller]))?.investmentId).toBe("b");
  });
});

describe("several references in a line", () => {
  const bola: Candidate = { ...ada, id: "b", reference: "SDL-H879-H4RH", outstandingKobo: 60_00n };
  const paid: Candidate = { ...bola, id: "c", isUnpaid: false, outstandingKobo: 0n };
  const narration = `${reference} ${bola.reference}`;

  it("are never exact, even if the first investment takes the whole amount", () => {
    const best = bestProposal(proposeMatches(line(narration), [ada, bola]));
    expect(best).toMatchObject({ investmentId: "a", by: "several", isExact: false });
    expect(best!.reason).toBe("The narration contains the references of several investments");
  });

  it("are one reference if only one belongs to an investment", () => {
    expect(bestProposal(proposeMatches(line(narration), [ada]))).toMatchObject({ by: "reference" });
  });

  it.each<[string, bigint, Candidate[], [string, bigint][]]>([
    [
      "the outstanding amounts",
      160_00n,
      [ada, bola],
      [
        ["a", 100_00n],
        ["b", 60_00n],
      ],
    ],
    [
      "the order of the references",
      160_00n,
      [bola, ada],
      [
        ["b", 60_00n],
        ["a", 100_00n],
      ],
    ],
    [
      "less than outstanding",
      130_00n,
      [ada, bola],
      [
        ["a", 100_00n],
        ["b", 30_00n],
      ],
    ],
    ["too little for the second", 90_00n, [ada, bola], [["a", 90_00n]]],
    [
      "a surplus",
      200_00n,
      [ada, bola],
      [
        ["a", 100_00n],
        ["b", 100_00n],
      ],
    ],
    ["a paid investment", 100_00n, [paid, ada], [["a", 100_00n]]],
    ["only a paid investment", 100_00n, [paid], [["c", 100_00n]]],
  ])("are allocated with %s", (_, amount, candidates, expected) => {
    const byReference = new Map(candidates.map((each) => [each.reference, each.id]));
    const allocations = allocateInOrder(amount, candidates);
    expect(allocations.map((each) => [byReference.get(each.reference), each.amountKobo])).toEqual(expected);
    expect(allocations.reduce((sum, each) => sum + each.amountKobo, 0n)).toBe(amount);
  });
});

describe("a sender", () => {
  it.each<[string, string, string, unknown]>([
    ["is the investor", `NIP/KUDA/ADA OBI/${reference}`, "", ["reference", true]],
    [
      "is the investor with a middle name",
      `TRF FRM ADA NKEM OBI TO SEEDLINE ${reference}`,
      "",
      ["reference", true],
    ],
    ["is someone else", `NIP/KUDA/TUNDE ADEWALE/${reference}`, "", ["other_sender", false]],
    ["is someone else in the column", reference, "TUNDE ADEWALE", ["other_sender", false]],
    ["has a name of the same family", `FROM BOLA OBI ${reference}`, "", ["other_sender", false]],
    ["is a remark", `HAPPY EASTER/${reference}`, "", ["reference", true]],
    ["is a bank", reference, "GUARANTY TRUST BANK", ["reference", true]],
    ["is one word", `FROM ADA ${reference}`, "", ["reference", true]],
    ["is an initial and a name", `FROM A OBI ${reference}`, "", ["reference", true]],
    ["is missing", reference, "", ["reference", true]],
    ["is found without reference", "MOB TRF FRM OBI ADA", "", ["name", false]],
    ["is found before a remark", "ADA OBI/INVESTMENT", "", ["name", false]],
  ])("that %s", (_, narration, counterparty, expected) => {
    const [proposal] = proposeMatches(line(narration, 100_00n, counterparty), [ada]);
    expect(proposal ? [proposal.by, proposal.isExact] : null).toEqual(expected);
  });

  it("whose name was cut off is the investor, or else someone else", () => {
    const chiamaka = { ...ada, approvedNames: ["Adaeze Chiamaka Okonkwo"] };
    const [same] = proposeMatches(line(`${reference} NIP/FROM ADAEZE CHIAMAKA OKONK`), [chiamaka]);
    expect(same!.by).toBe("reference");
    const [other] = proposeMatches(line(`${reference} NIP/FROM ADAEZE CHIAMAKA OKOR`), [chiamaka]);
    expect(other!.by).toBe("other_sender");
  });

  it("is compared with nothing if the investor has no approved name", () => {
    const [proposal] = proposeMatches(line(`FROM TUNDE ADEWALE ${reference}`), [
      { ...ada, approvedNames: [] },
    ]);
    expect(proposal!.by).toBe("reference");
  });
});
