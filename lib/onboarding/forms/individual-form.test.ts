import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entriesOf } from "@/lib/forms/definition";
import { checkFile, documentRule, imageRule, MAX_FILE_BYTES } from "@/lib/forms/files";
import { sampleAnswers } from "@/prisma/seed/answers";
import { individualRules, individualWith, otherRules } from "@/tests/literals/rules";
import { individualFields } from "./individual-form";
import { individualSchema } from "./schema";

const base = individualWith({});
const errorsOf = (changes: Record<string, unknown>, variant: "investor" | "startup" = "investor") => {
  const result = individualSchema[variant].safeParse(individualWith(changes));
  return result.success ? [] : result.error.issues.map((issue) => [issue.path.join("."), issue.message]);
};

describe("the individual form (product 5.1)", () => {
  it("accepts complete answers", () => expect(errorsOf({})).toEqual([]));

  for (const [field, good, bad] of individualRules) {
    describe(field, () => {
      for (const value of good)
        it(`accepts ${String(value)}`, () => expect(errorsOf({ [field]: value })).toEqual([]));
      for (const [value, message] of bad) {
        it(`rejects ${String(value)}: ${message}`, () =>
          expect(errorsOf({ [field]: value })[0]).toEqual([field, message]));
      }
    });
  }

  for (const [field, other, message] of otherRules) {
    it(`requires ${other} only if ${field} is Other`, () => {
      for (const blank of ["", "   ", null, undefined]) {
        expect(errorsOf({ [field]: "Other", [other]: blank })).toEqual([[other, message]]);
      }
      expect(errorsOf({ [field]: "Other", [other]: "Something" })).toEqual([]);
      expect(errorsOf({ [other]: "" })).toEqual([]);
    });
  }

  it("reports errors across fields together with those of single fields", () => {
    const errors = errorsOf({
      ageBracket: undefined,
      kinRelationship: "Other",
      localGovernment: "Nowhere",
    }).map(([path]) => path);
    expect(errors).toEqual(expect.arrayContaining(["ageBracket", "kinRelationshipOther", "localGovernment"]));
  });

  it("has no age bracket for startups, and drops one that is sent", () => {
    const { ageBracket: _, ...without } = base;
    expect(individualSchema.startup.parse(without)).not.toHaveProperty("ageBracket");
    expect(individualSchema.startup.parse({ ...without, ageBracket: "nonsense" })).not.toHaveProperty(
      "ageBracket",
    );
  });

  it("never throws for any input", () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.dictionary(fc.constantFrom(...Object.keys(sampleAnswers(1))), fc.anything()),
        (any, fields) => {
          expect(() => individualSchema.investor.safeParse(any)).not.toThrow();
          expect(() => individualSchema.investor.safeParse({ ...sampleAnswers(1), ...fields })).not.toThrow();
        },
      ),
      { numRuns: 500 },
    );
  });

  it("drops unknown keys", () => {
    expect(individualSchema.investor.parse({ ...base, role: "admin", state: "approved" })).not.toHaveProperty(
      "role",
    );
  });
});

describe("checkFile (product 5.1)", () => {
  const file = (size: number, name = "a") => ({ size, name });
  it("requires a file of an allowed kind of at most 5 MB, with the reason", () => {
    expect(checkFile(null, null, documentRule)).toBe("File is required");
    expect(checkFile(file(0), "png", documentRule)).toMatch(/^File is required\nThis file is empty\. /);
    expect(checkFile(file(1), "gif", documentRule)).toMatch(
      /^Allowed types: PDF, JPG, PNG\nThis file is a GIF image\. /,
    );
    expect(checkFile(file(1), "pdf", imageRule)).toBe("Allowed types: JPG, PNG\nThis file is a PDF.");
    expect(checkFile(file(MAX_FILE_BYTES + 1), "png", imageRule)).toBe("Max file size is 5MB");
    expect(checkFile(file(MAX_FILE_BYTES), "png", imageRule)).toBeNull();
    // Not read yet.
    expect(checkFile(file(1), undefined, imageRule)).toBeNull();
  });
});

it("contains these fields in this order", () => {
  expect(entriesOf(individualFields).map(([path, { label }]) => [path, label])).toEqual([
    ["firstName", "First name"],
    ["surname", "Surname"],
    ["phoneNumber", "Phone number"],
    ["email", "Email address"],
    ["ageBracket", "Age bracket"],
    ["dateOfBirth", "Date of birth"],
    ["ninNumber", "NIN"],
    ["stateOfResidence", "State of residence"],
    ["localGovernment", "Local government"],
    ["localGovernmentOther", "Specify Local Government"],
    ["residentialAddress", "Home address"],
    ["kinFullName", "Full name"],
    ["kinRelationship", "Relationship"],
    ["kinRelationshipOther", "Specify relationship"],
    ["kinPhoneNumber", "Phone number"],
    ["kinEmail", "Email address"],
    ["kinResidentialAddress", "Home address"],
    ["accountName", "Account name"],
    ["bankName", "Bank"],
    ["accountNumber", "Account number"],
    ["accountType", "Account type"],
    ["accountTypeOther", "Specify account type"],
    ["bvnNumber", "BVN"],
  ]);
});
