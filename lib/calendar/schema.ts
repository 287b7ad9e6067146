import * as z from "zod";
import { normalizeText } from "@/lib/text";
import { reviewQueues } from "@/lib/submission-rules";
import "@/lib/zod";

/** Request and response schemas for business days and deadlines (product 10.17). Safe in the browser. */
const DATE_MESSAGE = "Choose a date from 2020 to 2099";
export const MAX_BUSINESS_DAYS = 30;
const DAYS_MESSAGE = `Enter 1 to ${MAX_BUSINESS_DAYS} business days`;

export const holidayDate = z.iso.date(DATE_MESSAGE).regex(/^20[2-9]\d-/, DATE_MESSAGE);

export const holidaySchema = z.object({
  name: z
    .string("Enter a name")
    .overwrite(normalizeText)
    .min(1, "Enter a name")
    .max(80, "Maximum 80 characters."),
});

export const holidayDto = z.object({ date: z.iso.date(), name: z.string() });
export type HolidayDto = z.output<typeof holidayDto>;

export const reviewDeadlineSchema = z.object({
  businessDays: z.int(DAYS_MESSAGE).min(1, DAYS_MESSAGE).max(MAX_BUSINESS_DAYS, DAYS_MESSAGE),
});

export const reviewDeadlineDto = z.object({ queue: z.enum(reviewQueues), businessDays: z.int() });
export type ReviewDeadlineDto = z.output<typeof reviewDeadlineDto>;
