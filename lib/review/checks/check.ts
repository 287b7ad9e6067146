import "server-only";
import { joinWords } from "@/lib/join-words";
import { maskNumbersIn } from "@/lib/mask";
import type { AnswersDto } from "@/lib/onboarding/dto";
import type { CheckDto, CheckName } from "./schema";

/** The input of the checks. Numbers are in full, or empty once deleted. Never send this to a browser. */
export interface ReviewedCase extends Pick<
  AnswersDto,
  "personal" | "nextOfKin" | "bankDetails" | "corporate"
> {
  profile: { name: string; phone: string; email: string };
  /**
   * The consent; null if no parent or guardian has consented. It may be for different answers, or given by a person who shares these
   * details with the applicant.
   */
  guardian: { isForApplicant: boolean; shared: string[] } | null;
  /** The day in Nigeria, such as `2026-11-21`. */
  today: string;
}

/** Compares some answers of a case; returns null if the form does not have them. Pure. */
export type Check = (reviewed: ReviewedCase) => CheckDto | null;

type Result = [outcome: CheckDto["outcome"], explanation: string, fields?: string[]];

/** Defines a check of the answers picked by `select`; it returns null if nothing is picked. The result can name only some of its fields. */
export function defineCheck<T>(
  check: CheckName,
  select: (reviewed: ReviewedCase) => { fields: string[]; compared: T } | null,
  compare: (compared: T) => Result,
): Check {
  return (reviewed) => {
    const selected = select(reviewed);
    if (!selected) return null;
    const [outcome, explanation, fields = selected.fields] = compare(selected.compared);
    return { check, outcome, explanation, fields };
  };
}

/** Returns the bank details of either form, with their path prefix. */
export const bankDetailsOf = ({ bankDetails, corporate }: ReviewedCase) =>
  corporate?.bankDetails
    ? { path: "corporate.bankDetails.", bank: corporate.bankDetails }
    : bankDetails && { path: "bankDetails.", bank: bankDetails };

/** Quotes an answer in an explanation. Numbers are masked, because one may have been typed into a name field. */
export const quote = (answer: string): string => `\u201C${maskNumbersIn(answer)}\u201D`;

/** Lists at most `most` items, as in `Access Bank, Citibank and 3 more`. */
export const listAtMost = (items: readonly string[], most: number): string =>
  joinWords(items.length > most ? [...items.slice(0, most), `${items.length - most} more`] : [...items]);
