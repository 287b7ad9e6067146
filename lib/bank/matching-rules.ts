import {
  correctReference,
  isNamedBy,
  normalizeCode,
  parseExactReference,
  parseReference,
} from "@/lib/investments/reference-rules";
import { formatKobo } from "@/lib/money";
import { compareNames } from "@/lib/names";
import type { StatementLine } from "./readers/statement";
import { compareSenders, otherSender, sendersOf } from "./sender-rules";
import { amountFits, waysFound, type AmountFit, type WayFound } from "./schema";

/**
 * Proposes the investment that a statement line is for (product 10.32, ADR 40). Pure functions: the import stores the proposal, and the
 * queue compares the amount again with the outstanding amount.
 */
export interface Candidate {
  id: string;
  reference: string;
  /** The investor's name in the profile, which can be changed freely. */
  investor: string;
  /** The names that a reviewer has approved: of the submission and of the verified account. */
  approvedNames: readonly string[];
  isUnpaid: boolean;
  /** The outstanding amount, in kobo. */
  outstandingKobo: bigint;
}

export interface Proposal {
  investmentId: string;
  by: WayFound;
  fit: AmountFit;
  /** Whether reference and outstanding amount match exactly. */
  isExact: boolean;
  /** The explanation. */
  reason: string;
}

export const fitOf = (
  amountKobo: bigint,
  { isUnpaid, outstandingKobo }: Pick<Candidate, "isUnpaid" | "outstandingKobo">,
): AmountFit =>
  !isUnpaid
    ? "late"
    : amountKobo === outstandingKobo
      ? "exact"
      : amountKobo < outstandingKobo
        ? "little"
        : "much";

const foundBy: Record<WayFound, string> = {
  reference: "The narration contains its reference",
  other_sender: "The narration contains its reference, but the sender is someone else",
  several: "The narration contains the references of several investments",
  mistyped: "The narration contains its reference with a typo",
  name: "The sender has the investor's approved name",
};

/** Explains why an investment is proposed. */
export function explainProposal(by: WayFound, amountKobo: bigint, candidate: Candidate): string {
  const { outstandingKobo } = candidate;
  const difference = formatKobo(
    amountKobo > outstandingKobo ? amountKobo - outstandingKobo : outstandingKobo - amountKobo,
  );
  const fits: Record<AmountFit, string> = {
    exact: "the amount matches",
    little: `${difference} less than outstanding`,
    much: `${difference} more than outstanding`,
    late: "nothing is outstanding",
  };
  const reasons = [foundBy[by], ...(by === "several" ? [] : [fits[fitOf(amountKobo, candidate)]])];
  if (isRenamed(candidate)) reasons.push("the profile now has another name");
  return reasons.join("; ");
}

/** Returns whether the name in the profile resembles none of the approved ones. */
const isRenamed = ({ investor, approvedNames }: Candidate): boolean =>
  approvedNames.length > 0 && approvedNames.every((name) => compareNames(name, investor) === "different");

export const proposalOf = (by: WayFound, amountKobo: bigint, candidate: Candidate): Proposal => {
  const fit = fitOf(amountKobo, candidate);
  return {
    investmentId: candidate.id,
    by,
    fit,
    isExact: by === "reference" && fit === "exact",
    reason: explainProposal(by, amountKobo, candidate),
  };
};

/** What banks put between the characters of a reference: anything that is neither a letter nor a digit. */
const GAP = String.raw`[^\p{L}\p{N}]*`;
const CHARACTER = "[A-Z0-9]";
/** The prefix, in which one letter may be a look-alike, also within a word, and the eight characters after it. */
const PREFIXED = new RegExp(
  `(?:S${GAP}D${GAP}[LI1]|S${GAP}0${GAP}L|5${GAP}D${GAP}L)(?=((?:${GAP}${CHARACTER}){8}))`,
  "gu",
);
/**
 * Eight characters without the prefix, as one word or as two words of four, with a letter: numbers are mostly something else. Each begins at
 * the start of a word, and they may overlap.
 */
const BARE = /(?<![\p{L}\p{N}])(?=([A-Z0-9]{8}|[A-Z0-9]{4}[^\p{L}\p{N}]{1,2}[A-Z0-9]{4})(?![\p{L}\p{N}]))/gu;
/** Characters without the prefix that have the format of a reference, which ordinary words do not have. */
const FORMATTED = /^.{4}\p{Pd}/u;

/** The most texts of a narration that are corrected: a crafted one could have a hundred, and each takes many attempts. */
const MAX_CORRECTED = 5;

/** Returns the texts of a narration that may be references, in order, with the reference that each is. */
function findReferences(narration: string): { typed: string; isLikely: boolean; reference: string | null }[] {
  const text = normalizeCode(narration);
  const prefixed = Array.from(text.matchAll(PREFIXED), ({ index, 1: typed }) => {
    return { index, typed: typed!, isLikely: true };
  });
  const bare = Array.from(text.matchAll(BARE), ({ index, 1: typed }) => {
    return { index, typed: typed!, isLikely: FORMATTED.test(typed!) };
  }).filter(({ typed }) => /[A-Z]/.test(typed));
  // Narrations are full of words with eight letters, so only likely references are read with look-alikes, and corrected.
  return [...prefixed, ...bare]
    .toSorted((a, b) => a.index - b.index)
    .map(({ typed, isLikely }) => ({
      typed,
      isLikely,
      reference: isLikely ? parseReference(typed) : parseExactReference(typed),
    }));
}

const exactOf = (found: ReturnType<typeof findReferences>): string[] => [
  ...new Set(found.flatMap(({ reference }) => reference ?? [])),
];

/** Returns the references in a narration, in order. */
export const exactReferencesIn = (narration: string): string[] => exactOf(findReferences(narration));

/** Returns the references in a narration, in order, and candidates for references with a typo or a transposition. */
export function referencesIn(narration: string): { exact: string[]; mistyped: string[] } {
  const found = findReferences(narration);
  const wrong = found.filter(({ isLikely, reference }) => isLikely && reference === null);
  return {
    exact: exactOf(found),
    mistyped: [...new Set(wrong.slice(0, MAX_CORRECTED).flatMap(({ typed }) => correctReference(typed)))],
  };
}

/**
 * Returns the proposals for a received line, the most certain first. The sender's name is compared with the approved ones. An equal name is
 * enough; a partial one also requires the outstanding amount. Fully paid or ended investments are found by reference only.
 */
export function proposeMatches(
  { amountKobo, ...texts }: Pick<StatementLine, "narration" | "counterparty" | "amountKobo">,
  candidates: readonly Candidate[],
): Proposal[] {
  if (amountKobo <= 0n) return [];
  const { exact, mistyped } = referencesIn(texts.narration);
  const senders = sendersOf(texts);
  const wayFound = ({ reference, approvedNames, isUnpaid, outstandingKobo }: Candidate): WayFound | null => {
    if (exact.includes(reference)) return otherSender(senders, approvedNames) ? "other_sender" : "reference";
    if (mistyped.includes(reference)) return "mistyped";
    if (!isUnpaid) return null;
    const match = compareSenders(senders, approvedNames);
    return match === "equal" || (match === "partial" && outstandingKobo === amountKobo) ? "name" : null;
  };
  const rank = ({ by, fit }: Proposal) => waysFound.indexOf(by) * amountFits.length + amountFits.indexOf(fit);
  return candidates
    .flatMap((candidate) => {
      const by = wayFound(candidate);
      return by ? [proposalOf(by, amountKobo, candidate)] : [];
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Returns the best proposal; null if there is none, or if two are equally good. If the narration contains the references of several
 * investments, it is the first of them, and a person decides about the allocations.
 */
export function bestProposal(proposals: readonly Proposal[]): Proposal | null {
  const [best, second] = proposals;
  if (!best) return null;
  if (isNamedBy(best.by) && isNamedBy(second?.by))
    return { ...best, by: "several", isExact: false, reason: foundBy.several };
  return second?.by === best.by && second.fit === best.fit ? null : best;
}

/**
 * Allocates an amount to investments in order, to each at most its outstanding amount, until it is used up. The last one also gets any
 * surplus, so that the allocations add up to the amount.
 */
export function allocateInOrder(
  amountKobo: bigint,
  candidates: readonly Candidate[],
): { reference: string; amountKobo: bigint }[] {
  const unpaid = candidates.filter(({ outstandingKobo }) => outstandingKobo > 0n);
  let rest = amountKobo;
  const allocations = (unpaid.length > 0 ? unpaid : candidates.slice(0, 1)).map(
    ({ reference, outstandingKobo }) => {
      const allocated = rest < outstandingKobo ? rest : outstandingKobo;
      rest -= allocated;
      return { reference, amountKobo: allocated };
    },
  );
  const last = allocations.at(-1);
  if (last) last.amountKobo += rest;
  return allocations.filter((each) => each.amountKobo > 0n);
}
