import { createHash } from "node:crypto";
import { banks, localGovernmentsOf, states } from "@/lib/reference";
import type { IndividualAnswers } from "@/lib/verification/schema";

/** Sample values derived from a number, so that a run can be repeated. */
export const digits = (n: number, length: number, salt: string) =>
  BigInt(`0x${createHash("sha256").update(`${salt}${n}`).digest("hex").slice(0, 14)}`)
    .toString()
    .padStart(length, "7")
    .slice(-length);

export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
export const samplePhone = (n: number) => `80${digits(n, 8, "phone")}`;

/** Answers that pass every rule of the individual form. */
export function sampleAnswers(n: number, changes: Partial<IndividualAnswers> = {}): IndividualAnswers {
  const state = pick(states, n * 7);
  return {
    firstName: "Sample",
    surname: `Applicant ${n}`,
    phoneNumber: samplePhone(n),
    email: `applicant${n}@demo.example`,
    ageBracket: "adult",
    dateOfBirth: `19${70 + (n % 30)}-0${1 + (n % 9)}-1${n % 10}`,
    stateOfResidence: state,
    localGovernment: pick(localGovernmentsOf(state), n),
    localGovernmentOther: undefined,
    residentialAddress: `${n + 1} Sample Street`,
    ninNumber: digits(n, 11, "nin"),
    kinFullName: `Sample Relative ${n}`,
    kinRelationship: pick(["Spouse", "Sibling", "Parent"] as const, n),
    kinRelationshipOther: undefined,
    kinPhoneNumber: samplePhone(n + 500),
    kinEmail: `relative${n}@demo.example`,
    kinResidentialAddress: `${n + 2} Sample Street`,
    accountName: `Sample Applicant ${n}`,
    bankName: pick(
      banks.filter((bank) => bank.licensed),
      n,
    ).name,
    accountNumber: digits(n, 10, "account"),
    accountType: pick(["Savings", "Current"] as const, n),
    accountTypeOther: undefined,
    bvnNumber: digits(n, 11, "bvn"),
    ...changes,
  };
}
