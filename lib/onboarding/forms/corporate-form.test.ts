import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleCompany } from "@/prisma/seed/answers";
import { corporateRules, corporateWith } from "@/tests/literals/rules";
import { corporateSchema } from "./schema";

const errorsOf = (value: unknown) => {
  const result = corporateSchema.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => [issue.path.join("."), issue.message]);
};

describe("the corporate form (product 5.2)", () => {
  for (const [path, good, bad] of corporateRules) {
    describe(path, () => {
      for (const value of good)
        it(`accepts ${String(value)}`, () => expect(errorsOf(corporateWith(path, value))).toEqual([]));
      for (const [value, message] of bad) {
        it(`rejects ${String(value)}: ${message}`, () =>
          expect(errorsOf(corporateWith(path, value))[0]).toEqual([path, message]));
      }
    });
  }

  it("requires the name of the local government if it is Other", () => {
    const other = corporateWith("company.localGovernment", "Other");
    expect(errorsOf(other)).toEqual([
      ["company.localGovernmentOther", "Please specify your Local Government"],
    ]);
  });

  it("accepts 1 to 20 signatories", () => {
    const list = (length: number) => Array.from({ length }, () => sampleCompany(1).signatories[0]);
    expect(errorsOf(corporateWith("signatories", list(1)))).toEqual([]);
    expect(errorsOf(corporateWith("signatories", list(20)))).toEqual([]);
    expect(errorsOf(corporateWith("signatories", []))).toEqual([
      ["signatories", "Add at least one signatory"],
    ]);
    expect(errorsOf(corporateWith("signatories", undefined))).toEqual([
      ["signatories", "Add at least one signatory"],
    ]);
    expect(errorsOf(corporateWith("signatories", list(21)))).toEqual([
      ["signatories", "You can add up to 20 signatories"],
    ]);
  });

  it("accepts a submission with and without relationship officer", () => {
    for (const value of [
      undefined,
      null,
      {},
      { officerName: "", contact: null },
      { officerName: "Bo", contact: "x" },
    ]) {
      expect(errorsOf(corporateWith("referral", value))).toEqual([]);
    }
  });

  it("never throws for any input", () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.dictionary(fc.constantFrom(...Object.keys(sampleCompany(1))), fc.anything()),
        (any, fields) => {
          expect(() => corporateSchema.safeParse(any)).not.toThrow();
          expect(() => corporateSchema.safeParse({ ...sampleCompany(1), ...fields })).not.toThrow();
        },
      ),
      { numRuns: 500 },
    );
  });

  it("drops unknown keys", () => {
    const parsed = corporateSchema.parse({
      ...(corporateWith("company.name", "Ab") as object),
      role: "admin",
      bankDetails: { ...sampleCompany(1).bankDetails, accountType: "Savings" },
    });
    expect(parsed).not.toHaveProperty("role");
    expect(parsed.bankDetails).not.toHaveProperty("accountType");
  });
});
