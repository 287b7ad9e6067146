import * as z from "zod";
import { isDay } from "@/lib/dates";
import { WHOLE_BPS } from "@/lib/plans/terms-schema";
import "@/lib/zod";

/** Request and response schemas for the calls for declared returns and withholding tax (product 10.33). Safe in the browser. */

/** The highest declarable rate: all of the principal within a month. */
const MAX_DECLARED_BPS = 12 * WHOLE_BPS;
const declaredRate = `Enter an annual percentage from -${MAX_DECLARED_BPS / 100} to ${MAX_DECLARED_BPS / 100}`;

const month = z.string("Choose a month").regex(/^(?:19|[2-9]\d)\d{2}-(0[1-9]|1[0-2])$/, "Choose a month");

export const declarationSchema = z.object({
  month,
  /** Annual, in basis points; negative for a loss. */
  rate: z.int(declaredRate).min(-MAX_DECLARED_BPS, declaredRate).max(MAX_DECLARED_BPS, declaredRate),
});

export const declarationsDto = z.object({
  /** Newest first. */
  declared: z.array(
    z.object({
      month,
      rate: z.int(),
      confirmedAt: z.iso.datetime(),
      /** The act, which can be undone; null if it is older than acts. */
      actId: z.uuid().nullable(),
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
