import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleAnswers } from "../../prisma/seed/answers";
import { checkFile, documentRule, imageRule, individualSchema, MAX_FILE_BYTES } from "./schema";

/** One row a rule of SPEC 5.1: field, good values, bad values, the literal message. */
const phone = {
  short: "Phone number must be at least 10 digits (e.g., 8012345678)",
  long: "Phone number must not exceed 15 digits",
  digits: "Phone number must contain only digits",
};
const NAME = "Name must be at least 2 characters";
const rules: [string, string[], [unknown, string][]][] = [
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
]; // prettier-ignore

const base = { ...sampleAnswers(1), stateOfResidence: "Lagos", localGovernment: "Ikeja" };
const errorsOf = (changes: Record<string, unknown>, variant: "investor" | "startup" = "investor") => {
  const result = individualSchema(variant).safeParse({ ...base, ...changes });
  return result.success ? [] : result.error.issues.map((issue) => [issue.path.join("."), issue.message]);
};

describe("the individual form (SPEC 5.1)", () => {
  it("accepts complete answers", () => expect(errorsOf({})).toEqual([]));

  for (const [field, good, bad] of rules) {
    describe(field, () => {
      for (const value of good) it(`takes ${value}`, () => expect(errorsOf({ [field]: value })).toEqual([]));
      for (const [value, message] of bad) {
        it(`refuses ${String(value)}: ${message}`, () =>
          expect(errorsOf({ [field]: value })[0]).toEqual([field, message]));
      }
    });
  }

  const others: [string, string, string][] = [
    ["localGovernment", "localGovernmentOther", "Please specify your Local Government"],
    ["kinRelationship", "kinRelationshipOther", "Please specify the relationship"],
    ["accountType", "accountTypeOther", "Please specify the account type"],
  ];
  for (const [field, other, message] of others) {
    it(`asks for ${other} when ${field} is Other, and only then`, () => {
      for (const blank of ["", "   ", null, undefined]) {
        expect(errorsOf({ [field]: "Other", [other]: blank })).toEqual([[other, message]]);
      }
      expect(errorsOf({ [field]: "Other", [other]: "Something" })).toEqual([]);
      expect(errorsOf({ [other]: "" })).toEqual([]);
    });
  }

  it("shows the errors over several fields together with those of single fields", () => {
    const errors = errorsOf({
      ageBracket: undefined,
      kinRelationship: "Other",
      localGovernment: "Nowhere",
    }).map(([path]) => path);
    expect(errors).toEqual(expect.arrayContaining(["ageBracket", "kinRelationshipOther", "localGovernment"]));
  });

  it("has no age bracket for startups, and drops one that is sent", () => {
    const { ageBracket: _, ...without } = base;
    expect(individualSchema("startup").parse(without)).not.toHaveProperty("ageBracket");
    expect(individualSchema("startup").parse({ ...without, ageBracket: "nonsense" })).not.toHaveProperty(
      "ageBracket",
    );
  });

  it("never throws, whatever stands in a field", () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.dictionary(fc.constantFrom(...Object.keys(sampleAnswers(1))), fc.anything()),
        (any, fields) => {
          expect(() => individualSchema("investor").safeParse(any)).not.toThrow();
          expect(() =>
            individualSchema("investor").safeParse({ ...sampleAnswers(1), ...fields }),
          ).not.toThrow();
        },
      ),
      { numRuns: 500 },
    );
  });

  it("drops unknown keys", () => {
    expect(
      individualSchema("investor").parse({ ...base, role: "admin", state: "approved" }),
    ).not.toHaveProperty("role");
  });
});

describe("checkFile (SPEC 5.1)", () => {
  const file = (size: number, type: string) => ({ size, type, name: "a" });
  it("asks for a file, of an allowed type, of at most 5 MB", () => {
    expect(checkFile(null, documentRule)).toBe("File is required");
    expect(checkFile(file(0, "image/png"), documentRule)).toBe("File is required");
    expect(checkFile(file(1, "image/gif"), documentRule)).toBe("Allowed types: PDF, JPG, PNG");
    expect(checkFile(file(1, "application/pdf"), imageRule)).toBe("Allowed types: JPG, PNG");
    expect(checkFile(file(MAX_FILE_BYTES + 1, "image/png"), imageRule)).toBe("Max file size is 5MB");
    expect(checkFile(file(MAX_FILE_BYTES, "image/png"), imageRule)).toBeNull();
  });
});
