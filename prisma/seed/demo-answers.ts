import type { CorporateAnswers, IndividualAnswers } from "@/lib/onboarding/forms/schema";
import { sampleAnswers, sampleCompany, samplePhone } from "./answers";
import type { UserSpec } from "./builders";

/**
 * Answers of the demo's accounts that fit their names, with some that do not fit in a few pending ones (product 10.19): most cases have no finding.
 * Numbers that end with 901 to 906 are test numbers of the sandbox (product 10.26).
 */
type Misfit = Pick<UserSpec, "answers" | "company" | "photoOf">;

/** The date of birth of a person who turns 15 this year. */
const UNDER_18 = `${new Date().getUTCFullYear() - 15}-06-12`;

const misfits: Readonly<Record<number, (sample: { n: number }) => Misfit>> = {
  // This applicant is a minor with the account of a parent, who has consented.
  0: () => ({
    answers: {
      accountName: "Another Person",
      ninNumber: "70000000901",
      ageBracket: "minor",
      dateOfBirth: UNDER_18,
    },
  }),
  1: () => ({ answers: { bvnNumber: "22200000903" } }),
  12: () => ({ answers: { ninNumber: "70000000001", bvnNumber: "70000000001", ageBracket: "minor" } }),
  24: ({ n }) => ({
    answers: {
      kinPhoneNumber: samplePhone(n),
      ageBracket: "minor",
      dateOfBirth: UNDER_18,
      ninNumber: "70000000904",
    },
  }),
};

/** The number of the demo account that was rejected and erased. */
export const ERASED_N = 90;
/** Returns the number of the sample account at an index. */
export const sampleNumber = (index: number) => 100 + index;

/** What pending accounts have in common with other accounts, by index (product 10.20). */
const duplicates: Readonly<Record<number, () => Misfit>> = {
  13: () => ({ answers: { phoneNumber: samplePhone(sampleNumber(3)), email: "sample04+shop@demo.example" } }),
  28: () => ({
    company: (sample) => {
      const { incorporationNumber } = sampleCompany(sampleNumber(9)).company;
      return {
        ...sample,
        company: { ...sample.company, incorporationNumber: incorporationNumber.replace("RC", "RC 00") },
      };
    },
  }),
  // This applicant is the same person as another account, and shares the next of kin with a third one, like a family.
  36: () => {
    const { ninNumber } = sampleAnswers(sampleNumber(2));
    const { kinFullName, kinPhoneNumber, kinEmail, kinResidentialAddress } = sampleAnswers(sampleNumber(26));
    return {
      answers: { ninNumber, kinFullName, kinPhoneNumber, kinEmail, kinResidentialAddress },
      photoOf: sampleNumber(2),
    };
  },
  // This applicant was once rejected and erased, and has returned with the account of another rejected one.
  37: () => {
    const { ninNumber } = sampleAnswers(ERASED_N);
    const { bvnNumber, accountNumber, bankName } = sampleAnswers(sampleNumber(29));
    return { answers: { ninNumber, bvnNumber, accountNumber, bankName } };
  },
};

/** Returns the answers of a demo account with this name; `index` is its place among the sample accounts. */
export function demoAnswers(name: string, n: number, index?: number): Misfit {
  const [firstName = "", ...rest] = name.split(" ");
  const misfit = index === undefined ? undefined : misfits[index]?.({ n });
  const duplicate = index === undefined ? undefined : duplicates[index]?.();
  const company = duplicate?.company ?? ((sample: CorporateAnswers) => sample);
  const own: Partial<IndividualAnswers> = { firstName, surname: rest.join(" "), accountName: name };
  return {
    ...(duplicate?.photoOf !== undefined && { photoOf: duplicate.photoOf }),
    answers: { ...own, ...misfit?.answers, ...duplicate?.answers },
    company: (sample) =>
      company({
        ...sample,
        company: { ...sample.company, name: `${name} Limited` },
        bankDetails: { ...sample.bankDetails, accountName: `${name} Limited` },
      }),
  };
}
