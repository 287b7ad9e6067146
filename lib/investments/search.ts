import "server-only";
import { dateOf, dayAt, dayNumber, isDay, startOfLagosDay } from "@/lib/dates";
import type { Prisma } from "@/lib/db/client";
import { parseAmount } from "@/lib/money";
import { foldText } from "@/lib/text";
import { parseReference } from "./reference-rules";

/** Shorter words occur in nearly every name. */
const MIN_WORD_CHARS = 2;

/** Parses a typed day, such as `2026-11-20` or `20/11/2026`; null for other texts. */
export function parseTypedDay(typed: string): string | null {
  const [, date, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed.trim()) ?? [];
  const day = year ? `${year}-${month!.padStart(2, "0")}-${date!.padStart(2, "0")}` : typed.trim();
  return isDay(day) ? day : null;
}

/**
 * Returns the condition for the investments that a typed text finds: those with this reference or amount, those requested or paid on this
 * day, and those of investors with all of its words in their profile (name, company, email address, phone number) or in the name of their
 * account. A text without any of these finds none.
 */
export function investmentsFound(typed: string): Prisma.InvestmentWhereInput {
  const reference = parseReference(typed);
  const amount = parseAmount(typed);
  const day = parseTypedDay(typed);
  const words = foldText(typed)
    .split(/[\s,]+/)
    .filter((word) => word.length >= MIN_WORD_CHARS);
  const isName = /\p{L}/u.test(typed) && words.length > 0;
  return {
    OR: [
      ...(reference ? [{ reference }] : []),
      ...(day
        ? [
            { requestedAt: { gte: startOfLagosDay(day), lt: startOfLagosDay(dayAt(dayNumber(day) + 1)) } },
            { paidOn: dateOf(day) },
          ]
        : []),
      ...("kobo" in amount ? [{ amount: amount.kobo }] : []),
      ...(isName
        ? [
            { user: { AND: words.map((word) => ({ searchText: { contains: escapeLike(word) } })) } },
            { user: { submissions: { some: { bankDetails: { AND: words.map(accountNameHas) } } } } },
          ]
        : []),
    ],
  };
}

/** Prisma passes `%` and `_` on as wildcards. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const accountNameHas = (word: string) => ({
  accountName: { contains: escapeLike(word), mode: "insensitive" as const },
});
