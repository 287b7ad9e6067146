import * as z from "zod";

/** The response schema of the checks of a case (product 10.19). Safe in the browser. */
export const checkNames = {
  profileName: "Profile name",
  accountName: "Bank account name",
  letters: "Letters in the names",
  signatories: "Signatories",
  accountNumber: "Account number and bank",
  ninAndBvn: "NIN and BVN",
  age: "Date of birth and age bracket",
  nextOfKin: "Next of kin's contacts",
  guardian: "Parent or guardian",
  incorporation: "Date of incorporation",
  place: "Address, state and local government",
} as const;
export type CheckName = keyof typeof checkNames;

export const checkDto = z.object({
  check: z.enum(Object.keys(checkNames) as CheckName[]),
  /** The outcome; `unavailable` if there was nothing to compare. */
  outcome: z.enum(["passed", "warning", "unavailable"]),
  /** A sentence for the reviewer, without full numbers. */
  explanation: z.string(),
  /** Paths of the compared answers in the submission. */
  fields: z.array(z.string()),
});
export type CheckDto = z.output<typeof checkDto>;
