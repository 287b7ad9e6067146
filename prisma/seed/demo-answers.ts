import type { CorporateAnswers, IndividualAnswers } from "@/lib/verification/schema";
import { samplePhone } from "./answers";
import type { UserSpec } from "./builders";

/** Answers of the demo's accounts that fit their names, and what does not fit in a few pending ones (product 10.19). */
type Misfit = Pick<UserSpec, "answers" | "company">;

const misfits: Readonly<Record<number, (sample: { n: number }) => Misfit>> = {
  0: () => ({ answers: { accountName: "Another Person" } }),
  1: () => ({ answers: { bankName: "First Bank of Nigeria", accountNumber: "0000014578" } }),
  4: () => ({
    company: (sample) => ({
      ...sample,
      signatories: sample.signatories.map((one) => ({ ...one, bvnNumber: sample.signatories[0]!.bvnNumber })),
    }),
  }),
  12: () => ({ answers: { ninNumber: "70000000001", bvnNumber: "70000000001" } }),
  13: () => ({
    answers: {
      stateOfResidence: "Lagos",
      localGovernment: "Ikeja",
      residentialAddress: "4 Sample Street, Kano",
    },
  }),
  16: () => ({
    company: (sample) => ({
      ...sample,
      company: { ...sample.company, dateOfIncorporation: "12 April 2090" },
    }),
  }),
  24: ({ n }) => ({ answers: { kinPhoneNumber: samplePhone(n), ageBracket: "minor" } }),
  25: () => ({ answers: { firstName: "Another", surname: "Person" } }),
};

/** The answers of a demo account with this name; `index` is its place among the sample accounts. */
export function demoAnswers(name: string, n: number, index?: number): Misfit {
  const [firstName = "", ...rest] = name.split(" ");
  const { answers, company = (sample: CorporateAnswers) => sample } =
    (index === undefined ? undefined : misfits[index]?.({ n })) ?? {};
  const own: Partial<IndividualAnswers> = { firstName, surname: rest.join(" "), accountName: name };
  return {
    answers: { ...own, ...answers },
    company: (sample) =>
      company({
        ...sample,
        company: { ...sample.company, name: `${name} Limited` },
        bankDetails: { ...sample.bankDetails, accountName: `${name} Limited` },
      }),
  };
}
