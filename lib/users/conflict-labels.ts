import { joinWords } from "@/lib/join-words";
import type { ConflictField } from "@/lib/onboarding/dto";

/** The details that require another administrator if the administrator and the user share them (threat 64), in words. */
const conflictWords = {
  ninNumber: "NIN",
  bvnNumber: "BVN",
  accountNumber: "account number",
  phone: "phone number",
  email: "email address",
  device: "browser",
} as const satisfies Record<ConflictField, string>;

const wordsOf = (fields: readonly ConflictField[]): string =>
  joinWords(fields.map((field) => conflictWords[field]));

/** Describes shared details, as in `You and this applicant have the same BVN and phone number. Another reviewer must decide.` */
export const describeShared = (fields: readonly ConflictField[], reviewer = "You"): string =>
  `${reviewer} and this applicant have the same ${wordsOf(fields)}. Another reviewer must decide.`;

/** Describes details shared with an investor, as in `You and an investor concerned have the same BVN. Another administrator must do this.` */
export const describeSharedWithInvestor = (fields: readonly ConflictField[], administrator = "You"): string =>
  `${administrator} and an investor concerned have the same ${wordsOf(fields)}. Another administrator must do this.`;
