import * as z from "zod";
import { parseAmount } from "@/lib/money";
import { parseRate } from "@/lib/rates";

/** Schemas for typed amounts and rates. */

/** An amount in naira, which becomes kobo as decimal text. */
export const typedAmount = z.string().transform((typed, context) => {
  const parsed = parseAmount(typed);
  if ("kobo" in parsed) return String(parsed.kobo);
  context.addIssue(parsed.problem);
  return z.NEVER;
});

/** A percentage, which becomes basis points. */
export const typedRate = (message = "Enter a percentage from 0 to 100", read = parseRate) =>
  z.string().transform((typed, context) => {
    const rate = read(typed);
    if (rate !== null) return rate;
    context.addIssue(message);
    return z.NEVER;
  });
