import * as z from "zod";
import { note } from "@/lib/forms/atoms";
import { partReason } from "@/lib/verification/forms/part-reasons";

/** Input and answers of the calls about parts of a submission (product 10.16). Safe in the browser. */
const partReview = z.object({
  part: z.string(),
  /** The reason for a correction; null if the part is fine. */
  reason: partReason.nullable(),
  note: z.string().nullable(),
  reviewer: z.string().nullable(),
  at: z.string(),
});
export type PartReviewDto = z.output<typeof partReview>;

/** What was found in the current submission, and in the one before it of the same kind. */
export const partReviewsDto = z.object({ current: z.array(partReview), previous: z.array(partReview) });
export type PartReviewsDto = z.output<typeof partReviewsDto>;

/** What a reviewer decides about a part: `fine`, `flagged` with a reason, or `open` to remove an earlier decision. */
export const reviewPartSchema = z
  .object({
    submissionId: z.uuid(),
    part: z.string().max(100),
    verdict: z.enum(["fine", "flagged", "open"]),
    reason: partReason.nullish().transform((value) => value ?? null),
    note: note(),
    /** When the part was reviewed as the reviewer saw it; null if it was not. If given, a later review is not overwritten. */
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
  /** The flags that the reviewer saw, by part and time. If given, a request with other flags is not sent. */
  seen: z
    .array(z.object({ part: z.string().max(100), at: z.iso.datetime() }))
    .max(200)
    .optional(),
});
export type RequestChanges = z.output<typeof requestChangesSchema>;
