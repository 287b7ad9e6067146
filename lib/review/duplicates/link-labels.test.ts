import { describe, expect, it } from "vitest";
import type { DuplicateLinkDto } from "@/lib/users/dto";
import { describeFields, describeLinks } from "./link-labels";

let next = 0;
const link = (
  field: DuplicateLinkDto["field"],
  own: DuplicateLinkDto["own"],
  other: DuplicateLinkDto["other"],
): DuplicateLinkDto => ({ field, own, other, strength: "weak", key: `${field}:${next++}` });

describe("the words for what two users have in common", () => {
  it("name equal fields of the two themselves once, in a fixed order", () => {
    const links = [
      link("phone", "account", "applicant"),
      link("phone", "applicant", "applicant"),
      link("ninNumber", "applicant", "applicant"),
    ];
    expect(describeLinks(links, "Ada Obi")).toEqual(["Matching NIN and phone number"]);
  });

  it("call equal values the same", () => {
    expect(describeFields(["phone", "ninNumber"])).toBe("the same NIN and phone number");
    expect(describeFields(["nameAndBirth"])).toBe("the same name and date of birth");
  });

  it("say one sentence for several values of a field", () => {
    const links = [
      link("document", "applicant", "applicant"),
      link("document", "applicant", "applicant"),
      link("phone", "next_of_kin", "signatory"),
      link("phone", "next_of_kin", "signatory"),
    ];
    expect(describeLinks(links, "Ada Obi")).toEqual([
      "Matching document",
      "The next of kin has the same phone number as a signatory of Ada Obi",
    ]);
  });

  it("say as what each of the two gave a value, after what is their own", () => {
    const links = [
      link("phone", "applicant", "next_of_kin"),
      link("email", "next_of_kin", "account"),
      link("bvnNumber", "signatory", "signatory"),
      link("phone", "next_of_kin", "next_of_kin"),
      link("email", "next_of_kin", "next_of_kin"),
      link("incorporationNumber", "applicant", "applicant"),
    ];
    expect(describeLinks(links, "Ada Obi")).toEqual([
      "Matching incorporation number",
      "The same phone number as the next of kin of Ada Obi",
      "The next of kin has the same email address as Ada Obi",
      "A signatory has the same BVN as a signatory of Ada Obi",
      "The next of kin has the same phone number and email address as the next of kin of Ada Obi",
    ]);
  });
});
