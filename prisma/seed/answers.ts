import type { DueDiligenceAnswers } from "@/lib/due-diligence/schema";
import type { SubmissionKind } from "@/lib/submission-rules";
import { createHash } from "node:crypto";
import type { CorporateAnswers } from "@/lib/onboarding/forms/schema";
import type { IndividualAnswers } from "@/lib/onboarding/forms/schema";
import { banks, hasValidNubanCheckDigit, localGovernmentsOf, states } from "@/lib/reference";

/** Sample values derived from a number, so that runs are repeatable. */
const digits = (n: number, length: number, salt: string) =>
  BigInt(`0x${createHash("sha256").update(`${salt}${n}`).digest("hex").slice(0, 14)}`)
    .toString()
    .padStart(length, "7")
    .slice(-length);

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
export const samplePhone = (n: number) => `80${digits(n, 8, "phone")}`;

/** Returns an account number with the check digit of the bank. */
function sampleAccountNumber(bankName: string, n: number): string {
  // The sandbox answers with an error for some numbers that end with 90 and a digit.
  const serial = digits(n, 9, "account").replace(/90$/, "91");
  const fitting = Array.from({ length: 10 }, (_, digit) => `${serial}${digit}`);
  return fitting.find((number) => hasValidNubanCheckDigit(bankName, number)) ?? `${serial}0`;
}

/** Returns answers that satisfy every rule of the individual form. */
export function sampleAnswers(n: number, changes: Partial<IndividualAnswers> = {}): IndividualAnswers {
  const state = pick(states, n * 7);
  const bankName = pick(
    banks.filter(({ kind, licensed }) => kind === "commercial_bank" && licensed !== false),
    n,
  ).name;
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
    bankName,
    accountNumber: sampleAccountNumber(bankName, n),
    accountType: pick(["Savings", "Current"] as const, n),
    accountTypeOther: undefined,
    bvnNumber: digits(n, 11, "bvn"),
    ...changes,
  };
}

/** Returns answers that satisfy every rule of the corporate form. */
export function sampleCompany(n: number, signatories = 2): CorporateAnswers {
  const state = pick(states, n * 5);
  const name = `Sample Company ${n} Limited`;
  const bankName = pick(banks, n).name;
  return {
    company: {
      name,
      incorporationNumber: `RC${digits(n, 6, "rc")}`,
      dateOfIncorporation: `20${10 + (n % 14)}-04-12`,
      address: `${n + 1} Sample Avenue`,
      state,
      localGovernment: pick(localGovernmentsOf(state), n),
      localGovernmentOther: undefined,
      phone: samplePhone(n),
      email: `company${n}@demo.example`,
    },
    bankDetails: {
      accountName: name,
      bankName,
      accountNumber: sampleAccountNumber(bankName, n),
      bvnNumber: digits(n, 11, "bvn"),
    },
    signatories: Array.from({ length: signatories }, (_, index) => ({
      fullName: `Sample Signatory ${index + 1}`,
      position: index === 0 ? "Managing Director" : "Company Secretary",
      phoneNumber: samplePhone(n + 900 + index),
      bvnNumber: digits(n * 20 + index, 11, "signatory"),
      email: `signatory${index + 1}.${n}@demo.example`,
    })),
    referral: { officerName: undefined, contact: undefined },
  };
}

/** Returns the answers to the due diligence form. */
export const sampleDueDiligence = (n: number, kind: SubmissionKind): DueDiligenceAnswers => ({
  taxId: digits(n, 10, "tax"),
  sourceOfFunds: "Business income",
  sourceOfFundsOther: undefined,
  sourceDetails: "Profits of a trading business.",
  expectedAmount: "500000000",
  pep: "no",
  pepDetails: undefined,
  ...(kind === "individual"
    ? { occupation: "Trader", ownersTotal: undefined, owners: [] }
    : {
        occupation: undefined,
        ownersTotal: "100",
        owners: [
          {
            kind: "Person",
            name: `Sample Owner ${n}`,
            role: "Director and owner",
            share: "100",
            dateOfBirth: "1980-05-17",
            country: "Nigeria",
          },
        ],
      }),
});
