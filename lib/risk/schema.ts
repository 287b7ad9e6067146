import * as z from "zod";
import { isDay } from "@/lib/dates";
import { lines } from "@/lib/forms/atoms";
import { riskLevels } from "@/lib/roles";
import { riskFactors, type RiskFactor } from "./rules";

/** Requests and responses about risk ratings and review dates (product 10.42). Safe in the browser. */
export const riskLevel = z.enum(riskLevels, "Choose a level");
export const riskLabels = { low: "Low", medium: "Medium", high: "High" } as const;

export const riskDto = z.object({
  /** The level that counts: the one that two administrators chose, or the calculated one. */
  level: riskLevel,
  calculated: riskLevel,
  factors: z.array(
    z.object({ factor: z.enum(Object.keys(riskFactors) as RiskFactor[]), points: z.int(), text: z.string() }),
  ),
  override: z
    .object({ level: riskLevel, note: z.string(), by: z.string().nullable(), at: z.iso.datetime() })
    .nullable(),
  /** The first day on which an ID is no longer valid, as entered by a reviewer; `on` is null if it never expires. Null until it is entered. */
  idExpiry: z.object({ on: z.iso.date().nullable() }).nullable(),
  /** The last day on which the customer can invest without a review; null before an approval. */
  reviewDueOn: z.iso.date().nullable(),
  isOverdue: z.boolean(),
  /** When the customer was asked to renew; null if they were not. */
  askedAt: z.iso.datetime().nullable(),
  isRenewing: z.boolean(),
  /** The newest due diligence form (product 10.41); null without one. */
  dueDiligenceId: z.uuid().nullable(),
});
export type RiskDto = z.output<typeof riskDto>;

/** The day on which the ID expires, null if it has no such day, and the submission that the reviewer looked at. */
export const idExpirySchema = z.object({
  submissionId: z.uuid(),
  expiresOn: z
    .string("Enter the day on the document")
    .refine((day) => isDay(day) && day < "2100-01-01", "Enter a day such as 2031-05-17")
    .nullable(),
});

export const riskOverrideSchema = z.object({
  level: riskLevel,
  note: lines(10, "Explain it in at least 10 characters.", 500, "Maximum 500 characters."),
});

/** Which reviews to list: due within the notice period, overdue, or all customers with a date. */
export const reviewStates = ["due", "overdue", "all"] as const;
export const reviewDatesQuery = z.object({
  state: z.enum(reviewStates).default("due"),
  risk: riskLevel.optional(),
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export type ReviewDatesQuery = z.output<typeof reviewDatesQuery>;

export const reviewDateDto = z.object({
  user: z.object({ _id: z.uuid(), name: z.string(), companyName: z.string().nullable(), email: z.string() }),
  level: riskLevel,
  dueOn: z.iso.date(),
  isOverdue: z.boolean(),
  /** Whether the date is that of an ID. */
  isIdExpiry: z.boolean(),
  askedAt: z.iso.datetime().nullable(),
  isRenewing: z.boolean(),
});
export type ReviewDateDto = z.output<typeof reviewDateDto>;
export const reviewDatesDto = z.object({
  reviews: z.array(reviewDateDto),
  next: z.uuid().nullable(),
});
export type ReviewDatesDto = z.output<typeof reviewDatesDto>;
