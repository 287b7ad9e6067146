import { describe, expect, it } from "vitest";
import { MAX_SIGNATORIES } from "@/lib/onboarding/forms/corporate-form";
import { isPart } from "@/lib/onboarding/forms/path-rules";
import type { CorporateAnswers, IndividualAnswers } from "@/lib/onboarding/forms/schema";
import { banks, hasValidNubanCheckDigit } from "@/lib/reference/institutions";
import { sampleAnswers, sampleCompany } from "@/prisma/seed/answers";
import type { ReviewedCase } from "./check";
import { runChecks } from "./checks";
import type { CheckDto, CheckName } from "./schema";

const TODAY = "2026-11-21";
const profile = { name: "Obi, Ada", phone: "08030000001", email: "ada@demo.example" };

const ada: Partial<IndividualAnswers> = {
  firstName: "Ada",
  surname: "Obi",
  phoneNumber: "8030000001",
  email: "ada@demo.example",
  dateOfBirth: "1990-05-05",
  accountName: "OBI ADA",
  bankName: "First Bank of Nigeria",
  accountNumber: "0000014579",
  ninNumber: "12345678901",
  bvnNumber: "22345678901",
  stateOfResidence: "Lagos",
  localGovernment: "Ikeja",
  residentialAddress: "1 Sample Street",
};

/** Returns an individual's case with these answers. */
function individual(
  changes: Partial<IndividualAnswers> = {},
  own: Partial<typeof profile> = {},
): ReviewedCase {
  const { ageBracket = null, ...answers } = { ...sampleAnswers(1), ...ada, ...changes };
  const nextOfKin = {
    fullName: answers.kinFullName,
    relationship: answers.kinRelationship,
    phoneNumber: answers.kinPhoneNumber,
    email: answers.kinEmail,
    residentialAddress: answers.kinResidentialAddress,
  };
  return {
    guardian: null,
    profile: { ...profile, ...own },
    today: TODAY,
    personal: { ...answers, ageBracket },
    nextOfKin,
    bankDetails: answers,
    corporate: null,
  };
}

function company(
  change: (answers: CorporateAnswers) => void = () => {},
  name = "Sample Signatory 1",
): ReviewedCase {
  const answers = sampleCompany(1);
  Object.assign(answers.company, { state: "Lagos", localGovernment: "Ikeja" });
  Object.assign(answers.bankDetails, { bankName: "First Bank of Nigeria", accountNumber: "0000014579" });
  change(answers);
  return {
    guardian: null,
    profile: { ...profile, name },
    today: TODAY,
    personal: null,
    nextOfKin: null,
    bankDetails: null,
    corporate: {
      company: { ...answers.company, logo: null },
      bankDetails: { ...answers.bankDetails, accountType: "Corporate" },
      documents: {
        certificateOfIncorporation: null,
        memorandumAndArticles: null,
        utilityBill: null,
        tinCertificate: null,
      },
      signatories: answers.signatories.map((signatory) => ({ ...signatory, idDocument: null })),
      referral: null,
    },
  };
}

const find = (reviewed: ReviewedCase, name: CheckName) =>
  runChecks(reviewed).find(({ check }) => check === name);

type Row = [CheckName, ReviewedCase, CheckDto["outcome"], explanation: RegExp | string];
const verify = (...[name, reviewed, outcome, explanation]: Row) => {
  const found = find(reviewed, name)!;
  expect([found.outcome, found.explanation]).toEqual([outcome, expect.stringMatching(explanation)]);
};

describe("checks of an individual", () => {
  it("pass if everything fits", () => {
    expect(runChecks(individual()).map(({ check, outcome }) => [check, outcome])).toEqual(
      [
        "profileName",
        "accountName",
        "letters",
        "accountNumber",
        "ninAndBvn",
        "age",
        "nextOfKin",
        "place",
      ].map((check) => [check, "passed"]),
    );
  });

  it.each<Row>([
    ["profileName", individual({}, { name: "Chidi Eze" }), "warning", /“Chidi Eze” in the profile and “Ada Obi” in the form/],
    ["profileName", individual({}, { name: "Ada Nkem Obi" }), "passed", /additional name/],
    ["letters", individual({ firstName: "\u0251da" }), "warning", /^“\u0251da Obi” has letters from another alphabet, or unusual ones: \u0251 \(U\+0251\)/],
    ["letters", individual({ accountName: "\u13aada Obi" }), "warning", /U\+13AA/],
    ["letters", individual({ surname: "Adébáyọ̀ Ɗan" }), "passed", /Latin letters/],
    ["accountName", individual({ accountName: "Chidi Eze" }), "warning", /called “Ada Obi”, and the account name is “Chidi Eze”/],
    ["accountName", individual({ accountName: "Obi Ada Nkem" }), "passed", /additional name/],
    ["accountName", individual({ accountName: "12345678901" }), "warning", /“•••••••8901”/],
    ["accountName", individual({ accountName: "A 1234 5678 901" }), "warning", /“A •+ 901”/],
    ["ninAndBvn", individual({ bvnNumber: "12345678901" }), "warning", /same number/],
    ["ninAndBvn", individual({ bvnNumber: "" }), "unavailable", /deleted/],
    ["age", individual({ dateOfBirth: "2008-11-22" }), "warning", /17 years old, but the age bracket is “Adult”/],
    ["age", individual({ dateOfBirth: "2008-11-21" }), "passed", /18 years old/],
    ["age", individual({ ageBracket: "minor", dateOfBirth: "2008-11-22" }), "passed", /17/],
    ["age", individual({ ageBracket: "minor" }), "warning", /36 years old, but the age bracket is “Minor”/],
    ["age", individual({ ageBracket: undefined }), "passed", /36/],
    ["age", individual({ ageBracket: undefined, dateOfBirth: "2025-11-01" }), "warning", /1 year old, but the startup form is for adults/],
    ["nextOfKin", individual({ kinPhoneNumber: "2348030000001" }), "warning", /same phone number as/],
    ["nextOfKin", individual({ kinEmail: "Ada+kin@demo.example" }), "warning", /same email address as/],
    ["nextOfKin", individual({ kinPhoneNumber: "08099999999" }, { phone: "8099999999" }), "warning", /same phone number/],
    ["nextOfKin", individual({ kinPhoneNumber: "8030000001", kinEmail: "ada@demo.example" }), "warning", /phone number and email address/],
    ["place", individual({ localGovernment: "Nasarawa" }), "warning", /“Nasarawa” is not a local government of Lagos\. It is one of Kano and Nasarawa\.$/],
    ["place", individual({ localGovernment: "Eti Osa West" }), "warning", /“Eti Osa West” is not a local government of Lagos\.$/],
    ["place", individual({ localGovernment: "Other" }), "unavailable", /not in our list for Lagos/],
    ["place", individual({ stateOfResidence: "Wakanda" }), "unavailable", /not a state in our list/],
    ["place", individual({ residentialAddress: "4 Sample Street, Kano" }), "warning", /names Kano, but the state is Lagos/],
    ["place", individual({ residentialAddress: "4 Sample Street, Garki, Abuja" }), "warning", /names Federal Capital Territory/],
    ["place", individual({ residentialAddress: "4 Kano Street, Ikeja" }), "passed", /no other state/],
    ["place", individual({ residentialAddress: "4 Sample Street, opposite Kano office, Lagos" }), "passed", /no other/],
    ["place", individual({ residentialAddress: "4 Riverside, Ikeja" }), "passed", /no other/],
    ["place", individual({ stateOfResidence: "Kano", localGovernment: "Nasarawa", residentialAddress: "4 Sample Street, Nasarawa" }), "passed", /no other/],
    ["place", individual({ residentialAddress: "4 Sample Street, AKWA\nIBOM" }), "warning", /names Akwa Ibom/],
  ])("%s", verify); // oxfmt-ignore
});

describe("the bank of an account number", () => {
  const fitting = (number: string) =>
    banks.map(({ name }) => name).filter((name) => hasValidNubanCheckDigit(name, number));
  const numbers = Array.from({ length: 10 }, (_, digit) => `000001457${digit}`);

  it.each(numbers)("is compared by the check digit: %s", (accountNumber) => {
    const bankName = "First Bank of Nigeria";
    const found = find(individual({ bankName, accountNumber }), "accountNumber")!;
    expect(found.outcome).toBe(fitting(accountNumber).includes(bankName) ? "passed" : "warning");
    expect(found.explanation).not.toContain(accountNumber);
  });

  it("is suggested from those that fit, at most five by name", () => {
    for (const accountNumber of numbers.filter((number) => !number.endsWith("9"))) {
      const { explanation } = find(individual({ accountNumber }), "accountNumber")!;
      const [named, more] = [fitting(accountNumber).slice(0, 5), fitting(accountNumber).length - 5];
      for (const name of named) expect(explanation).toContain(name);
      if (named.length === 0) expect(explanation).toContain("It does not fit any bank in our list.");
      expect(explanation.includes("more.")).toBe(more > 0);
      if (more > 0) expect(explanation).toContain(`and ${more} more.`);
    }
  });

  it("is not compared if it is unknown, or the number was deleted", () => {
    verify(
      "accountNumber",
      individual({ bankName: "My Microfinance Bank" }),
      "unavailable",
      /no bank code.*First Bank/,
    );
    verify("accountNumber", individual({ accountNumber: "" }), "unavailable", /deleted/);
  });
});

describe("checks of a company", () => {
  it("pass if everything fits", () => {
    expect(runChecks(company()).map(({ check, outcome }) => [check, outcome])).toEqual(
      ["profileName", "accountName", "letters", "signatories", "accountNumber", "incorporation", "place"].map(
        (check) => [check, "passed"],
      ),
    );
  });

  it.each<Row>([
    ["profileName", company(undefined, "Sample Company 1 Ltd"), "passed", /^The name is “Sample Company 1 Ltd” in the profile and “Sample Company 1 Limited” in the form\.$/],
    ["profileName", company(undefined, "Ada Obi"), "warning", /neither the company nor a signatory/],
    ["accountName", company(({ bankDetails }) => { bankDetails.accountName = "Ada Obi"; }), "warning", /^The company is called “Sample Company 1 Limited”/],
    ["signatories", company(({ signatories }) => { signatories[1]!.fullName = "1 signatory SAMPLE"; }), "warning", /^Signatories 1 and 2 have the same name\.$/],
    ["signatories", company(({ signatories }) => { signatories[1]!.bvnNumber = signatories[0]!.bvnNumber; }), "warning", /same BVN/],
    ["signatories", company(({ signatories }) => { signatories.push(signatories[0]!, signatories[0]!); }), "warning", /^Signatories 1 and 3 have the same name and BVN\. 2 more pairs have/],
    ["signatories", company(({ signatories }) => { signatories.pop(); }), "passed", /one signatory/],
    ["accountNumber", company(({ bankDetails }) => { bankDetails.accountNumber = "0000014578"; }), "warning", /does not fit First Bank/],
    ["incorporation", company(({ company: own }) => { own.dateOfIncorporation = "2026-11-22"; }), "warning", /in the future/],
    ["incorporation", company(({ company: own }) => { own.dateOfIncorporation = "14 March 2031"; }), "warning", /in the future/],
    ["incorporation", company(({ company: own }) => { own.dateOfIncorporation = "2026"; }), "passed", /has passed/],
    ["incorporation", company(({ company: own }) => { own.dateOfIncorporation = "long ago"; }), "unavailable", /no year in “long ago”/],
    ["place", company(({ company: own }) => { own.address = "7 Sample Avenue, Port Harcourt, Rivers State"; }), "warning", /names Rivers/],
  ])("%s", verify); // oxfmt-ignore
});

it("name answers that the submission has, and quote no full number", () => {
  const cases = [
    [
      "individual",
      individual({ bvnNumber: "12345678901", accountNumber: "0000014578", accountName: "12345678901" }),
    ],
    ["corporate", company(({ signatories }) => signatories.push(signatories[0]!))],
  ] as const;
  for (const [kind, reviewed] of cases) {
    for (const { fields, explanation } of runChecks(reviewed)) {
      expect(fields.length).toBeGreaterThan(0);
      for (const field of fields)
        expect([field, isPart(kind, field, MAX_SIGNATORIES)]).toEqual([field, true]);
      expect(explanation).not.toMatch(/\d{6}/);
    }
  }
});
