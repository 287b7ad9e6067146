import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleCompany } from "../../prisma/seed/answers";
import { corporateSchema } from "./corporate-schema";

/** One row a rule of SPEC 5.2: path, good values, bad values, the literal message. */
const phone = {
  short: "Phone number must be at least 10 digits (e.g., 8012345678)",
  long: "Phone number must not exceed 15 digits",
  digits: "Phone number must contain only digits",
};
const rules: [string, unknown[], [unknown, string][]][] = [
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
]; // prettier-ignore

function with_(path: string, value: unknown): unknown {
  const answers = structuredClone(sampleCompany(1)) as unknown as Record<string, unknown>;
  (answers["company"] as Record<string, unknown>)["state"] = "Lagos";
  (answers["company"] as Record<string, unknown>)["localGovernment"] = "Ikeja";
  const keys = path.split(".");
  const last = keys.pop()!;
  const parent = keys.reduce<Record<string, unknown>>(
    (at, key) => at[key] as Record<string, unknown>,
    answers,
  );
  parent[last] = value;
  return answers;
}

const errorsOf = (value: unknown) => {
  const result = corporateSchema.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => [issue.path.join("."), issue.message]);
};

describe("the corporate form (SPEC 5.2)", () => {
  for (const [path, good, bad] of rules) {
    describe(path, () => {
      for (const value of good)
        it(`takes ${String(value)}`, () => expect(errorsOf(with_(path, value))).toEqual([]));
      for (const [value, message] of bad) {
        it(`refuses ${String(value)}: ${message}`, () =>
          expect(errorsOf(with_(path, value))[0]).toEqual([path, message]));
      }
    });
  }

  it("asks for the local government by name when it is Other", () => {
    const other = with_("company.localGovernment", "Other");
    expect(errorsOf(other)).toEqual([
      ["company.localGovernmentOther", "Please specify your Local Government"],
    ]);
  });

  it("takes 1 to 20 signatories", () => {
    const list = (length: number) => Array.from({ length }, () => sampleCompany(1).signatories[0]);
    expect(errorsOf(with_("signatories", list(1)))).toEqual([]);
    expect(errorsOf(with_("signatories", list(20)))).toEqual([]);
    expect(errorsOf(with_("signatories", []))).toEqual([["signatories", "Add at least one signatory"]]);
    expect(errorsOf(with_("signatories", undefined))).toEqual([
      ["signatories", "Add at least one signatory"],
    ]);
    expect(errorsOf(with_("signatories", list(21)))).toEqual([
      ["signatories", "There can be at most 20 signatories"],
    ]);
  });

  it("takes the relationship officer or leaves it", () => {
    for (const value of [
      undefined,
      null,
      {},
      { officerName: "", contact: null },
      { officerName: "Bo", contact: "x" },
    ]) {
      expect(errorsOf(with_("referral", value))).toEqual([]);
    }
  });

  it("never throws, whatever stands in a field", () => {
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

  it("drops what the form has no field for", () => {
    const parsed = corporateSchema.parse({
      ...(with_("company.name", "Ab") as object),
      role: "admin",
      bankDetails: { ...sampleCompany(1).bankDetails, accountType: "Savings" },
    });
    expect(parsed).not.toHaveProperty("role");
    expect(parsed.bankDetails).not.toHaveProperty("accountType");
  });
});
