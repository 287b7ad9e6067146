import * as z from "zod";
import { identityFields } from "@/lib/onboarding/dto";
import { lines } from "@/lib/forms/atoms";

/** Blocked persons (product 10.20). Safe in the browser. */

/** Why a person is blocked, in words after "for". */
export const blockReasons = {
  fraud: "fraud",
  forgery: "forged documents",
  sanctions: "sanctions",
} as const;
export type BlockReason = keyof typeof blockReasons;
export const blockReason = z.enum(Object.keys(blockReasons) as BlockReason[], "Choose a reason");

/** A block in force that concerns a user: their own, or that of somebody with the same details. */
export const blockDto = z.object({
  _id: z.uuid(),
  reason: blockReason,
  blockedAt: z.iso.datetime(),
  /** The administrator; null if that account was deleted. */
  blockedBy: z.string().nullable(),
  /** Whether this account itself was blocked. */
  isOwn: z.boolean(),
  /** The details in common; for the user's own block, none. */
  fields: z.array(z.enum(identityFields)),
  /** Whether no approval is possible until the block is lifted: the same account, number, bank account or document. */
  isBinding: z.boolean(),
});
export type BlockDto = z.output<typeof blockDto>;

/** Why a block is lifted or a closed account reopened, for the second administrator. */
export const reversalSchema = z.object({
  note: lines(10, "Explain it in at least 10 characters.", 500, "Maximum 500 characters."),
});
