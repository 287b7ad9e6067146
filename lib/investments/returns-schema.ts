import * as z from "zod";
import { decisionDto } from "@/lib/acts/decision-schema";
import { isDay } from "@/lib/dates";
import { paymentFrequencies, WHOLE_BPS } from "@/lib/plans/terms-schema";
import "@/lib/zod";

/** Request and response schemas for the calls for declared returns and withholding tax (product 10.33). Safe in the browser. */

/** The highest declarable rate: all of the principal within a month. */
const MAX_DECLARED_BPS = 12 * WHOLE_BPS;
const declaredRate = `Enter an annual percentage from -${MAX_DECLARED_BPS / 100} to ${MAX_DECLARED_BPS / 100}`;

const month = z.string("Choose a month").regex(/^(?:19|[2-9]\d)\d{2}-(0[1-9]|1[0-2])$/, "Choose a month");

/** Annual, in basis points; negative for a loss. */
const rate = z.int(declaredRate).min(-MAX_DECLARED_BPS, declaredRate).max(MAX_DECLARED_BPS, declaredRate);

export const declarationSchema = z.object({
  month,
  rate,
  /** Confirms a rate outside of the plan's target range. */
  isOutsideTarget: z.boolean().default(false),
});

export const declarationPreviewQuery = z.object({ month, rate: z.coerce.number().pipe(rate) });

/** What follows from a declared return. Amounts are kobo as decimal text. */
export const declarationPreviewDto = z.object({
  /** The investments that wait for the month, by the period that it pays. */
  periods: z.array(z.object({ payout: z.enum(paymentFrequencies), investments: z.int() })),
  /** The return that becomes due, before fee and tax. */
  gross: z.string(),
  fee: z.string(),
  tax: z.string(),
  net: z.string(),
  /** Losses that later returns must make up for, or that repaid principal bears. */
  loss: z.string(),
  isOutsideTarget: z.boolean(),
});
export type DeclarationPreviewDto = z.output<typeof declarationPreviewDto>;

export const declarationsDto = z.object({
  /** Newest first. */
  declared: z.array(
    z.object({
      month,
      rate: z.int(),
      confirmedAt: z.iso.datetime(),
      /** The act, which can be undone; null if it is older than acts. */
      actId: z.uuid().nullable(),
      decision: decisionDto.nullable(),
    }),
  ),
  /** Months with instalments awaiting declaration, oldest first; only past months can be declared. */
  waiting: z.array(
    z.object({
      month,
      investments: z.int(),
      isOver: z.boolean(),
      /** The rate that awaits confirmation by another administrator. */
      proposedRate: z.int().nullable(),
    }),
  ),
});
export type DeclarationsDto = z.output<typeof declarationsDto>;

const taxRate = "Enter a percentage from 0 to 100";
export const taxChangeSchema = z.object({
  from: z.string("Enter a date").refine(isDay, "Enter a date"),
  rate: z.int(taxRate).min(0, taxRate).max(WHOLE_BPS, taxRate),
});

export const taxChangeDto = z.object({ from: z.string(), rate: z.int(), changedAt: z.iso.datetime() });
export type TaxChangeDto = z.output<typeof taxChangeDto>;
