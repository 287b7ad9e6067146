import * as z from "zod";
import { lines, note } from "@/lib/forms/atoms";
import { openRecordSchema } from "@/lib/users/admin-schema";
import "@/lib/zod";
import { blockReason } from "../blocks/schema";
import { MAX_KEY } from "../findings/schema";

/** Request schemas for the review calls (product 7.3, 10.2, 10.9). Safe in the browser. */
export const decisionSchema = z
  .object({
    status: z.enum(["approved", "rejected"], "Choose approved or rejected"),
    rejectionReason: note(1000),
    /** The status that the reviewer saw; if it has changed, the response is 409. */
    expectedStatus: z
      .enum(["pending", "approved", "rejected"])
      .nullish()
      .transform((value) => value ?? undefined),
    /** The submission that the reviewer saw. */
    submissionId: z
      .uuid()
      .nullish()
      .transform((value) => value ?? undefined),
    /**
     * The account to continue with, if a reviewer has decided that another account belongs to the same person: an approval must name the
     * account it approves.
     */
    goesOn: z
      .uuid()
      .nullish()
      .transform((value) => value ?? undefined),
    /** The `key` of each finding that the reviewer saw; if others have a consequence for the approval, the response is 409. */
    seen: z
      .array(z.string().max(MAX_KEY))
      .max(500)
      .nullish()
      .transform((value) => value ?? undefined),
    /** With a rejection: also block the person, for this reason. */
    block: blockReason.nullish().transform((value) => value ?? undefined),
    /** The applicant's name that the reviewer saw; if it has changed, the response is 409. */
    name: z
      .string()
      .max(200)
      .nullish()
      .transform((value) => value ?? undefined),
  })
  .refine((value) => value.status !== "rejected" || value.rejectionReason, {
    path: ["rejectionReason"],
    message: "A reason is required",
  });

/** A reviewer's reason. The verification pages require at least 3 characters (product 5.6). */
export const reviewReasonSchema = z.object({
  rejectionReason: lines(3, "Minimum 3 characters.", 1000, "Maximum 1000 characters."),
});

/** Reasons for revealing a number, in words. The audit log contains the code. */
export const revealReasons = {
  identity_check: "Checking the identity",
  bank_check: "Checking the bank details",
  duplicate_check: "Comparing possible duplicates",
  applicant_request: "The applicant asked for it",
  other: "Another reason",
} as const;
export type RevealReason = keyof typeof revealReasons;

export const revealSchema = z.object({
  field: z
    .string()
    .regex(
      /^(?:(?:personal\.)?ninNumber|(?:(?:corporate\.)?bankDetails\.)?(?:bvnNumber|accountNumber)|signatories\.\d{1,2}\.bvnNumber|guardian\.ninNumber|dueDiligence\.taxId)$/,
      "Choose a number that can be revealed",
    ),
  reason: z.enum(Object.keys(revealReasons) as RevealReason[], "Choose a reason"),
  /** A note, stored encrypted and outside the audit log (threat 60). */
  note: note(),
});

/** Reasons for downloading the original of a document; the same codes. */
export const originalSchema = revealSchema.pick({ reason: true });

/** The original of a document. The names are those in the signers' certificates, whose issuers are not verified. */
export const originalDto = z.object({
  isStored: z.boolean(),
  name: z.string(),
  signatures: z.array(
    z.object({
      signer: z.string().nullable(),
      issuer: z.string().nullable(),
      state: z.enum(["whole", "extended", "invalid"]),
    }),
  ),
});
export type OriginalDto = z.output<typeof originalDto>;

/** An evidence pack (product 10.18). */
export const evidenceSchema = openRecordSchema.extend({
  /** Whether it contains the documents, encrypted, besides their hashes. */
  documents: z.boolean("Choose whether to include the documents").optional(),
});
export type EvidenceInput = z.output<typeof evidenceSchema>;
