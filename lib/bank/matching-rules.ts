import { correctReference, parseReference } from "@/lib/investments/reference-rules";
import { formatKobo } from "@/lib/money";
import { compareNames } from "@/lib/names";
import type { StatementLine } from "./readers/statement";
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
  const differs = isRenamed(candidate) ? "; the profile now has another name" : "";
  return `${foundBy[by]}; ${fits[fitOf(amountKobo, candidate)]}${differs}`;
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

const SEPARATORS = String.raw`[\s._/-]*`;
/** The prefix, optionally with separators, and the eight characters after it. */
const PREFIXED = new RegExp(`S${SEPARATORS}D${SEPARATORS}L(?=((?:${SEPARATORS}[A-Z\\d]){8}))`, "g");
/** Eight characters without the prefix, as one word or as two words of four. Each begins at the start of a word, and they may overlap. */
const BARE = /(?<![A-Z\d])(?=([A-Z\d]{8}|[A-Z\d]{4}[\s._/-][A-Z\d]{4})(?![A-Z\d]))/g;

/** Returns the references in a narration, and candidates for references with a typo or a transposition. */
export function referencesIn(narration: string): { exact: string[]; mistyped: string[] } {
  const text = narration.toUpperCase();
  const prefixed = Array.from(text.matchAll(PREFIXED), ([, characters]) => characters!);
  const bare = Array.from(text.matchAll(BARE), ([, characters]) => characters!);
  const exact = [...new Set([...prefixed, ...bare].flatMap((typed) => parseReference(typed) ?? []))];
  // Narrations are full of words with eight letters, so without the prefix only text formatted like a reference is corrected.
  const likely = [...prefixed, ...bare.filter((typed) => typed[4] === "-")];
  const wrong = likely.filter((typed) => parseReference(typed) === null);
  return { exact, mistyped: [...new Set(wrong.flatMap(correctReference))] };
}

/**
 * Returns the proposals for a received line, the most certain first. Names are compared with the approved ones. An equal name is enough; a
 * partial one also requires the outstanding amount. Fully paid or ended investments are found by reference only.
 */
export function proposeMatches(
  { narration, counterparty, amountKobo }: Pick<StatementLine, "narration" | "counterparty" | "amountKobo">,
  candidates: readonly Candidate[],
): Proposal[] {
  if (amountKobo <= 0n) return [];
  const { exact, mistyped } = referencesIn(narration);
  const wayFound = (candidate: Candidate): WayFound | null => {
    if (exact.includes(candidate.reference)) return "reference";
    if (mistyped.includes(candidate.reference)) return "mistyped";
    if (!candidate.isUnpaid || !counterparty) return null;
    const names = candidate.approvedNames.map((name) => compareNames(counterparty, name));
    return names.includes("equal") || (names.includes("partial") && candidate.outstandingKobo === amountKobo)
      ? "name"
      : null;
  };
  const rank = ({ by, fit }: Proposal) => waysFound.indexOf(by) * amountFits.length + amountFits.indexOf(fit);
  return candidates
    .flatMap((candidate) => {
      const by = wayFound(candidate);
      return by ? [proposalOf(by, amountKobo, candidate)] : [];
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the best proposal; null if there is none, or if two are equally good. */
export function bestProposal(proposals: readonly Proposal[]): Proposal | null {
  const [best, second] = proposals;
  return best && !(second?.by === best.by && second.fit === best.fit) ? best : null;
}
