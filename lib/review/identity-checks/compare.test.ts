import { describe, expect, it } from "vitest";
import type { IdentityAnswer, IdentityRequest } from "@/lib/identity/port";
import { compareAnswer } from "./compare";

const nin: IdentityRequest = {
  kind: "nin",
  number: "70123456789",
  name: "Ada Obi",
  firstName: "Ada",
  surname: "Obi",
  dateOfBirth: "1990-05-17",
};
const account: IdentityRequest = { kind: "account", number: "0123456789", bankCode: "058", name: "Ada Obi" };
const company: IdentityRequest = { kind: "company", number: "1", type: "COMPANY", name: "Acme Limited" };
const found = (given: Partial<Extract<IdentityAnswer, { found: true }>>): IdentityAnswer => ({
  found: true,
  name: null,
  dateOfBirth: null,
  status: null,
  ...given,
});

describe("what a source knows, compared with the answers", () => {
  it.each<[string, IdentityRequest, IdentityAnswer, string, RegExp]>([
    ["the same", nin, found({ name: "OBI, Ada", dateOfBirth: "1990-05-17" }), "matches", /the name is “Ada Obi” in the form and “OBI, Ada” at the source. The date of birth is the same/i],
    ["a middle name", nin, found({ name: "Ada Nkem Obi" }), "matches", /additional name/],
    ["an initial", nin, found({ name: "Ada O." }), "differs", /^The name is “Ada Obi” in the form and “Ada O.” at the source\.$/],
    ["a letter that looks like another", nin, found({ name: "\u0410da Obi" }), "matches", /and “\u0410da Obi” at the source/],
    ["another name", nin, found({ name: "Chidi Eze", dateOfBirth: "1990-05-17" }), "differs", /^The name is “Ada Obi” in the form and “Chidi Eze” at the source\.$/],
    ["another date", nin, found({ name: "Ada Obi", dateOfBirth: "1991-05-17" }), "differs", /^The name is “Ada Obi” in the form and “Ada Obi” at the source\. The date of birth differs\.$/],
    ["compared by the provider", nin, found({ name: true, dateOfBirth: true }), "matches", /The name is “Ada Obi”/],
    ["denied by the provider", nin, found({ name: false, dateOfBirth: false }), "differs", /not “Ada Obi”. The date of birth differs/],
    ["nothing to compare", nin, found({}), "differs", /no name to compare/],
    ["a date without a name", nin, found({ dateOfBirth: true }), "differs", /no name to compare/],
    ["no such number", nin, { found: false }, "not_found", /no record of this NIN/],
    ["an account", account, found({ name: "ADA OBI" }), "matches", /ADA OBI/],
    ["a company", company, found({ name: "ACME LTD", status: "ACTIVE" }), "matches", /is active/],
    ["a company with a longer name", company, found({ name: "ACME FOODS LIMITED" }), "differs", /ACME FOODS/],
    ["a dissolved company", company, found({ name: "ACME LTD", status: "Not Active" }), "differs", /“Not Active”/],
  ])("%s", (_, request, answer, outcome, explanation) => {
    const result = compareAnswer(request, answer);
    expect(result.outcome).toBe(outcome);
    expect(result.explanation).toMatch(explanation);
  }); // oxfmt-ignore

  it("quotes no number", () => {
    const { explanation } = compareAnswer(nin, found({ name: "70123456789" }));
    expect(explanation).not.toMatch(/\d{6}/);
  });
});
