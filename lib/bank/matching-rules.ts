import { correctReference, parseReference } from "@/lib/investments/reference-rules";
import { formatKobo } from "@/lib/money";
import { compareNames } from "@/lib/names";
import type { StatementLine } from "./readers/statement";
import { amountFits, waysFound, type AmountFit, type WayFound } from "./schema";

/**
 * Which investment a line of a statement is for (product 10.32, ADR 40). Pure functions: the import stores the proposal, and the queue compares its
 * amount again with what is missing by then.
 */
export interface Candidate {
  id: string;
  reference: string;
  /** The investor's name. */
  investor: string;
  isWaiting: boolean;
  /** What it still takes, in kobo. */
  missingKobo: bigint;
}

export interface Proposal {
  investmentId: string;
  by: WayFound;
  fit: AmountFit;
  /** Whether it can be confirmed without a second look: the reference as it is, and the amount that is missing. */
  isExact: boolean;
  /** Why, in words. */
  reason: string;
}

export const fitOf = (
  amountKobo: bigint,
  { isWaiting, missingKobo }: Pick<Candidate, "isWaiting" | "missingKobo">,
): AmountFit =>
  !isWaiting ? "late" : amountKobo === missingKobo ? "exact" : amountKobo < missingKobo ? "little" : "much";

const foundWords: Record<WayFound, string> = {
  reference: "Its reference is in the narration",
  mistyped: "The narration has its reference with a typing error",
  name: "The sender has the name of the investor",
};

/** Why an investment is proposed, in words. */
export function reasonOf(by: WayFound, amountKobo: bigint, candidate: Candidate): string {
  const { missingKobo } = candidate;
  const difference = formatKobo(
    amountKobo > missingKobo ? amountKobo - missingKobo : missingKobo - amountKobo,
  );
  const fits: Record<AmountFit, string> = {
    exact: "the amount is what is missing",
    little: `${difference} less than what is missing`,
    much: `${difference} more than what is missing`,
    late: "it waits for no money",
  };
  return `${foundWords[by]}; ${fits[fitOf(amountKobo, candidate)]}`;
}

export const proposalOf = (by: WayFound, amountKobo: bigint, candidate: Candidate): Proposal => {
  const fit = fitOf(amountKobo, candidate);
  return {
    investmentId: candidate.id,
    by,
    fit,
    isExact: by === "reference" && fit === "exact",
    reason: reasonOf(by, amountKobo, candidate),
  };
};

const SEPARATORS = String.raw`[\s._/-]*`;
/** The prefix, also with separators in it, and the eight characters after it. */
const PREFIXED = new RegExp(`S${SEPARATORS}D${SEPARATORS}L(?=((?:${SEPARATORS}[A-Z\\d]){8}))`, "g");
/** Eight characters without the prefix, as one word or as two of four. Each begins where a word does, and they may overlap. */
const BARE = /(?<![A-Z\d])(?=([A-Z\d]{8}|[A-Z\d]{4}[\s._/-][A-Z\d]{4})(?![A-Z\d]))/g;

/** The references that a narration names, and those that it may mean if one character was mistyped or two were exchanged. */
export function referencesIn(narration: string): { exact: string[]; mistyped: string[] } {
  const text = narration.toUpperCase();
  const prefixed = Array.from(text.matchAll(PREFIXED), ([, characters]) => characters!);
  const bare = Array.from(text.matchAll(BARE), ([, characters]) => characters!);
  const exact = [...new Set([...prefixed, ...bare].flatMap((typed) => parseReference(typed) ?? []))];
  // Words of eight letters are in every narration, so without the prefix only what is written like a reference is corrected.
  const likely = [...prefixed, ...bare.filter((typed) => typed[4] === "-")];
  const wrong = likely.filter((typed) => parseReference(typed) === null);
  return { exact, mistyped: [...new Set(wrong.flatMap(correctReference))] };
}

/**
 * The investments that a received line may be for, the surest first. A name alone is enough if it is the same; a part of a name needs the amount
 * that is missing. Investments that wait for nothing are found by their reference only.
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
    if (!candidate.isWaiting || !counterparty) return null;
    const name = compareNames(counterparty, candidate.investor);
    return name === "equal" || (name === "partial" && candidate.missingKobo === amountKobo) ? "name" : null;
  };
  const rank = ({ by, fit }: Proposal) => waysFound.indexOf(by) * amountFits.length + amountFits.indexOf(fit);
  return candidates
    .flatMap((candidate) => {
      const by = wayFound(candidate);
      return by ? [proposalOf(by, amountKobo, candidate)] : [];
    })
    .toSorted((one, other) => rank(one) - rank(other));
}

/** The proposal to show; null without one, or if another one is as good. */
export function bestProposal(proposals: readonly Proposal[]): Proposal | null {
  const [best, second] = proposals;
  return best && !(second?.by === best.by && second.fit === best.fit) ? best : null;
}
