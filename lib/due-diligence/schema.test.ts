import { describe, expect, it } from "vitest";
import { dueDiligenceFormSchema, dueDiligenceSchema } from "./schema";

const person = (changes: object = {}) => ({
  kind: "Person",
  name: "Ada Obi",
  role: "Owner",
  share: "40",
  dateOfBirth: "1980-05-17",
  country: "Nigeria",
  ...changes,
});
const company = (changes: object = {}) => ({
  taxId: "12345678-0001",
  sourceOfFunds: "Business income",
  sourceDetails: "Sales of our shop.",
  expectedAmount: "500000000",
  pep: "no",
  ownersTotal: "82.5",
  owners: [person(), person({ name: "Bisi Ade", role: "Director and owner", share: "42.50" })],
  ...changes,
});
const errorsOf = (value: unknown, kind: "individual" | "corporate" = "corporate") =>
  (dueDiligenceSchema[kind].safeParse(value).error?.issues ?? []).map(({ path, message }) => [
    path.join("."),
    message,
  ]);

describe("the owners of a company", () => {
  it("hold what is declared, also with directors who own less than 5 %", () => {
    expect(errorsOf(company())).toEqual([]);
    const director = person({ role: "Director", share: "3" });
    expect(errorsOf(company({ owners: [director], ownersTotal: "0" }))).toEqual([]);
  });

  it("are reported with both figures if the shares do not add up, even while another answer is missing", () => {
    expect(errorsOf(company({ ownersTotal: "90", sourceDetails: "" }))).toEqual([
      ["sourceDetails", "Describe the source in a few words"],
      ["ownersTotal", "The shares above add up to 82.5%, not 90%. Check each share, or add who is missing."],
    ]);
    const both = [person({ share: "60" }), person({ share: "60" })];
    expect(errorsOf(company({ owners: both, ownersTotal: "100" }))[0]?.[1]).toContain("more than 100%");
    expect(errorsOf(company({ ownersTotal: "" }))).toEqual([
      ["ownersTotal", "Enter a percentage from 0 to 100, such as 82.5"],
    ]);
  });

  it("are 5 % owners or directors, persons with a date of birth", () => {
    const problem = (changes: object) => errorsOf(company({ owners: [person(changes)], ownersTotal: "40" }));
    for (const share of ["", "4.99", "101", "a lot"])
      expect(problem({ share })).toContainEqual([
        "owners.0.share",
        "Enter a share from 5 to 100, such as 12.5",
      ]);
    for (const dateOfBirth of ["", "1980-02-30", "2999-01-01"])
      expect(problem({ dateOfBirth })).toEqual([
        ["owners.0.dateOfBirth", "Enter their date of birth, a day in the past"],
      ]);
    expect(problem({ kind: "Company", dateOfBirth: "" })).toEqual([]);
    expect(problem({ country: "Atlantis" })).toEqual([["owners.0.country", "Choose a country"]]);
    expect(errorsOf(company({ owners: [], ownersTotal: "0" }))).toEqual([
      ["owners", "Add each director and owner"],
    ]);
  });
});

describe("the answers", () => {
  it("of individuals have an occupation and no owners", () => {
    const { owners: _, ownersTotal: __, ...answers } = company({ occupation: "Trader" });
    expect(dueDiligenceSchema.individual.parse(answers)).toMatchObject({ occupation: "Trader", owners: [] });
    expect(errorsOf({ ...answers, occupation: "" }, "individual")).toEqual([
      ["occupation", "Enter your occupation"],
    ]);
  });

  it("contain a Tax ID in any usual form, stored as digits", () => {
    const stored = (taxId: string) => dueDiligenceSchema.corporate.safeParse(company({ taxId })).data?.taxId;
    expect(["1234567890", "12345678-0001", "1234 5678 90123"].map(stored)).toEqual([
      "1234567890",
      "123456780001",
      "1234567890123",
    ]);
    expect(["", "123456789", "12345678901234", "RC123456789"].map(stored)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it("name the office of a politically exposed person, and another source", () => {
    expect(errorsOf(company({ pep: "related" }))).toEqual([["pepDetails", "Name the person and the office"]]);
    expect(errorsOf(company({ sourceOfFunds: "Other" }))).toEqual([
      ["sourceOfFundsOther", "Please specify the source"],
    ]);
  });

  it("become the body of the call: an amount as it is typed, a masked Tax ID unchanged", () => {
    const typed = company({ expectedAmount: "5,000,000", taxId: "••••••••0001" });
    expect(dueDiligenceFormSchema("corporate").parse(typed)).toMatchObject({
      expectedAmount: "500000000",
      taxId: "••••••••0001",
    });
  });
});
