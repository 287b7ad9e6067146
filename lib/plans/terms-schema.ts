import * as z from "zod";
import { lines } from "@/lib/forms/atoms";
import { kobo } from "@/lib/money-schema";
import "@/lib/zod";

/**
 * The terms of a plan's version (product 10.30, ADR 37). Safe in the browser. Amounts are kobo, as decimal text in JSON; rates are basis
 * points: 1,000 are 10 %.
 */
export const paymentFrequencies = ["maturity", "monthly", "quarterly"] as const;

/** 100 % in basis points. */
export const WHOLE_BPS = 10_000;
const MAX_MONTHS = 120;
const MAX_DAYS = 3_650;

/** A share from 0 % to 100 %. */
const RATE = "Enter a percentage from 0 to 100";
const rate = z.int(RATE).min(0, RATE).max(WHOLE_BPS, RATE);

const months = `Enter a whole number of months from 1 to ${MAX_MONTHS}`;
const days = `Enter a whole number of days from 1 to ${MAX_DAYS.toLocaleString("en")}`;
const count = (max: number, message: string) => z.int(message).min(1, message).max(max, message);

const tenor = z.discriminatedUnion("unit", [
  z.object({ unit: z.literal("months"), count: count(MAX_MONTHS, months) }),
  z.object({ unit: z.literal("days"), count: count(MAX_DAYS, days) }),
]);

/** A fixed annual rate is owed. A range is a target: each period earns its declared return, which may be zero or a loss. */
const planReturn = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fixed"), rate }),
  z.object({ kind: z.literal("declared"), low: rate, high: rate }),
]);

const earlyRedemption = z.object({
  /** The first possible day, counted from the start. */
  fromDay: count(MAX_DAYS, days),
  /** A share of the redeemed principal. */
  charge: rate,
});

/** The terms as JSON. */
export const termsDto = z
  .object({
    minimum: kobo,
    /** An amount is the minimum plus whole steps. */
    step: kobo,
    /** The maximum over all investors and all versions; null if there is no limit. */
    capacity: kobo.nullable(),
    tenor,
    return: planReturn,
    dayCount: z.literal("actual/365"),
    payout: z.enum(paymentFrequencies),
    earlyRedemption: earlyRedemption.nullable(),
    /** The share of the return that the firm retains. */
    fee: rate,
    /** The share of the return after the fee that is withheld as tax. */
    withholdingTax: rate.default(1_000),
    riskText: lines(1, "Describe the risk", 4_000),
    termsText: lines(1, "Enter the terms", 10_000),
  })
  .superRefine((terms, context) => {
    const report = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    const { minimum, capacity, tenor, earlyRedemption: early, return: target } = terms;
    if (capacity !== null && BigInt(capacity) < BigInt(minimum))
      report(["capacity"], "The capacity is below the minimum");
    if (target.kind === "declared" && target.low > target.high)
      report(["return", "high"], "The highest target is below the lowest");
    // No month is shorter than 28 days.
    const shortest = tenor.unit === "days" ? tenor.count : tenor.count * 28;
    if (early && Number.isInteger(shortest) && shortest > 0 && early.fromDay >= shortest)
      report(["earlyRedemption", "fromDay"], "Choose a day before the plan ends");
  });

export type TermsDto = z.output<typeof termsDto>;

type Money = "minimum" | "step" | "capacity";
export type Terms = Omit<TermsDto, Money> & { minimum: bigint; step: bigint; capacity: bigint | null };

/** Parses the amounts of terms from JSON. */
export const toTerms = (terms: TermsDto): Terms => ({
  ...terms,
  minimum: BigInt(terms.minimum),
  step: BigInt(terms.step),
  capacity: terms.capacity === null ? null : BigInt(terms.capacity),
});
