import * as z from "zod";
import { note } from "@/lib/forms/atoms";
import { partReason } from "@/lib/onboarding/forms/reason-rules";

/** Request and response schemas for part reviews (product 10.16). Safe in the browser. */
const partReview = z.object({
  part: z.string(),
  /** The reason for a correction; null if the part is fine. */
  reason: partReason.nullable(),
  note: z.string().nullable(),
  reviewer: z.string().nullable(),
  at: z.string(),
});
export type PartReviewDto = z.output<typeof partReview>;

/** Part reviews of the current submission, and of the previous one with the same form. */
export const partReviewsDto = z.object({ current: z.array(partReview), previous: z.array(partReview) });
export type PartReviewsDto = z.output<typeof partReviewsDto>;

/** A reviewer's decision on a part: `fine`, `flagged` with a reason, or `open` to remove an earlier decision. */
export const reviewPartSchema = z
  .object({
    submissionId: z.uuid(),
    part: z.string().max(100),
    verdict: z.enum(["fine", "flagged", "open"]),
    reason: partReason.nullish().transform((value) => value ?? null),
    note: note(),
    /** The time of the part review that the reviewer saw; null if there was none. If given, a later review is not overwritten. */
    seen: z.iso.datetime().nullish(),
  })
  .refine(({ verdict, reason }) => verdict !== "flagged" || reason !== null, {
    path: ["reason"],
    message: "Choose a reason",
  })
  .refine(({ reason, note }) => reason !== "other" || note, {
    path: ["note"],
    message: "Say what needs a correction",
  });
export type PartReviewInput = z.output<typeof reviewPartSchema>;

export const requestChangesSchema = z.object({
  submissionId: z.uuid(),
  /** The flags that the reviewer saw, by part and time. If given, a request with different flags is rejected. */
  seen: z
    .array(z.object({ part: z.string().max(100), at: z.iso.datetime() }))
    .max(200)
    .optional(),
});
export type RequestChanges = z.output<typeof requestChangesSchema>;
