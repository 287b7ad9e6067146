import { sampleAnswers, sampleCompany } from "../../prisma/seed/answers";

/**
 * The field rules of product 5.1 and 5.2, one row per rule: field, valid values, invalid values with the exact message. Both
 * the schemas and the calls are tested with them.
 */
export type Rule = readonly [
  field: string,
  good: readonly unknown[],
  bad: readonly (readonly [unknown, string])[],
];

const phone = {
  short: "Phone number must be at least 10 digits (e.g., 8012345678)",
  long: "Phone number must not exceed 15 digits",
  digits: "Phone number must contain only digits",
};
const NAME = "Name must be at least 2 characters";

export const individualRules: readonly Rule[] = [
  ["firstName", ["Al", "Ọlá"], [["A", "First name must be atleast 2 characters"], ["  ", "First name must be atleast 2 characters"], [undefined, "First name must be atleast 2 characters"]]],
  ["surname", ["Ox"], [["O", "Surname must be atleast 2 characters"]]],
  ["phoneNumber", ["8012345678", "123456789012345"], [["801234567", phone.short], ["1234567890123456", phone.long], ["80123-45678", phone.digits], ["+2348012345678", phone.digits]]],
  ["email", ["a@b.ng"], [["a@b", "Valid email is required"], ["", "Valid email is required"], [undefined, "Valid email is required"]]],
  ["dateOfBirth", ["1990-02-28", "2000-02-29", "1990-02-28T00:00:00.000Z"], [["", "Date of birth is required"], [undefined, "Date of birth is required"], ["1990-02-30", "Enter a valid date"], ["2999-01-01", "Date of birth must be in the past"], ["1990", "Enter a valid date"], ["1990-01-01<b>", "Enter a valid date"]]],
  ["residentialAddress", ["1 Way"], [["1 Wa", "Address must be at least 5 characters"]]],
  ["stateOfResidence", ["Lagos"], [["L", "State of residence is required"], ["Wakanda", "Select a valid state"]]],
  ["localGovernment", ["Ikeja"], [["I", "Local Government is required"], ["Umu-Nneochi", "Select a valid Local Government for the chosen state"]]],
  ["ninNumber", ["12345678901"], [["1234567890", "NIN must be 11 digits"], ["123456789012", "NIN must be 11 digits"], ["1234567890a", "NIN must be 11 digits"], [12345678901, "NIN must be 11 digits"]]],
  ["bvnNumber", ["12345678901"], [["1", "BVN must be 11 digits"]]],
  ["kinFullName", ["Bo"], [["B", NAME]]],
  ["kinPhoneNumber", ["8012345678"], [["80", phone.short], ["8o12345678", phone.digits], ["1234567890123456", phone.long]]],
  ["kinEmail", ["a@b.ng"], [["nope", "Valid email is required"]]],
  ["kinResidentialAddress", ["1 Way"], [["1", "Address must be at least 5 characters"]]],
  ["kinRelationship", ["Spouse", "Guardian"], [["Cousin", "Please select an option"]]],
  ["accountName", ["Al"], [["A", "Account name must be at least 2 characters"]]],
  ["bankName", ["Zenith Bank"], [["Z", "Bank name is required"]]],
  ["accountNumber", ["0123456789"], [["012345678", "Account number must be 10 digits"], ["01234567890", "Account number must be 10 digits"]]],
  ["accountType", ["Savings", "Domiciliary"], [["Gold", "Please select an option"]]],
  ["ageBracket", ["adult", "minor"], [["child", "Please select an option"], [undefined, "Please select an option"]]],
]; // oxfmt-ignore

/** Fields that require a name if they are Other: field, the field of the name, the message. */
export const otherRules: readonly (readonly [string, string, string])[] = [
  ["localGovernment", "localGovernmentOther", "Please specify your Local Government"],
  ["kinRelationship", "kinRelationshipOther", "Please specify the relationship"],
  ["accountType", "accountTypeOther", "Please specify the account type"],
];

export const corporateRules: readonly Rule[] = [
  ["company.name", ["Ab"], [["A", "Name must be atleast 2 characters"], [undefined, "Name must be atleast 2 characters"]]],
  ["company.incorporationNumber", ["123", "RC1"], [["12", "Must be at least 3 digits"]]],
  ["company.dateOfIncorporation", ["1999", "in spring"], [["199", "Must be at least four characters"]]],
  ["company.address", ["No"], [["N", "Address must be at least 2 characters"]]],
  ["company.state", ["Lagos"], [["L", "State is required"], ["Wakanda", "Select a valid state"]]],
  ["company.localGovernment", ["Ikeja"], [["I", "Local Government is required"], ["Kano Municipal", "Select a valid Local Government for the chosen state"]]],
  ["company.phone", ["8012345678", "123456789012345"], [["801234567", phone.short], ["1234567890123456", phone.long], ["80-12345678", phone.digits]]],
  ["company.email", ["a@b.ng"], [["a@b", "Valid email is required"]]],
  ["bankDetails.bankName", ["GTB"], [["GT", "Bank name must be at least 3 characters"]]],
  ["bankDetails.accountNumber", ["0123456789"], [["012345678", "Account number must be 10 digits"]]],
  ["bankDetails.accountName", ["Ab"], [["A", "Account name must be at least 2 characters"]]],
  ["bankDetails.bvnNumber", ["12345678901"], [["1234567890", "BVN must be 11 digits"], ["", "BVN must be 11 digits"]]],
  ["signatories.1.fullName", ["Ab"], [["A", "Name must be at least 2 characters"]]],
  ["signatories.1.position", ["MD"], [["M", "Position must be at least 2 characters"]]],
  ["signatories.1.phoneNumber", ["8012345678"], [["80", phone.short], ["1234567890123456", phone.long], ["x012345678", phone.digits]]],
  ["signatories.1.bvnNumber", ["12345678901"], [["", "BVN must be 11 digits"], ["123", "BVN must be 11 digits"]]],
  ["signatories.1.email", ["a@b.ng"], [["a@", "Valid email is required"]]],
]; // oxfmt-ignore

/** Valid answers, in a state whose local governments the rules use. */
const home = { stateOfResidence: "Lagos", localGovernment: "Ikeja" };
export const individualWith = (changes: Record<string, unknown>) => ({
  ...sampleAnswers(1),
  ...home,
  ...changes,
});

/** Returns a company's valid answers with one value replaced, by its dotted path. */
export function corporateWith(path: string, value: unknown): unknown {
  const answers = structuredClone(sampleCompany(1)) as unknown as Record<string, unknown>;
  Object.assign(answers["company"] as object, { state: "Lagos", localGovernment: "Ikeja" });
  const keys = path.split(".");
  const last = keys.pop()!;
  const parent = keys.reduce<Record<string, unknown>>(
    (at, key) => at[key] as Record<string, unknown>,
    answers,
  );
  parent[last] = value;
  return answers;
}
