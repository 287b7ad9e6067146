import { describe, expect, it } from "vitest";
import type { DuplicateLinkDto } from "@/lib/users/dto";
import { compareContent } from "./compare-content";
import type { ReviewContent, ReviewField } from "../answers/sections";

const text = (label: string, value: string | null, answer?: string): ReviewField => ({
  kind: "text",
  label,
  value,
  ...(answer && { answer }),
});
const bvn = (masked: string): ReviewField => ({
  kind: "secret",
  label: "BVN",
  masked,
  field: "bvnNumber",
  answer: "bankDetails.bvnNumber",
});
const content = (id: string, ...facts: ReviewField[]): ReviewContent => ({
  sections: [{ id, title: id, groups: [{ facts }] }],
  documents: [],
});
const link = (field: DuplicateLinkDto["field"], party: DuplicateLinkDto["own"]): DuplicateLinkDto => ({
  field,
  own: party,
  other: party,
  strength: "strong",
  key: `${field}:value`,
});
const rowsOf = (one: ReviewContent, other: ReviewContent, links: DuplicateLinkDto[] = []) =>
  compareContent(one, other, links).sections.flatMap(({ groups }) =>
    groups.flatMap(({ rows }) => rows.map(({ label, isSame }) => [label, isSame])),
  );

describe("two cases next to each other", () => {
  it("mark equal text without regard to case and spaces, and nothing where an answer is missing", () => {
    const one = content(
      "personal",
      text("First name", "Ada  Obi"),
      text("Surname", null),
      text("State", "Lagos"),
    );
    const other = content(
      "personal",
      text("First name", "ada obi"),
      text("Surname", null),
      text("State", "Kano"),
    );
    expect(rowsOf(one, other)).toEqual([
      ["First name", true],
      ["Surname", false],
      ["State", false],
    ]);
  });

  it("mark masked numbers only if the server found the whole numbers equal", () => {
    const [one, other] = [content("bankDetails", bvn("•••1234")), content("bankDetails", bvn("•••1234"))];
    expect(rowsOf(one, other)).toEqual([["BVN", false]]);
    expect(rowsOf(one, other, [link("bvnNumber", "signatory")])).toEqual([["BVN", false]]);
    expect(rowsOf(one, other, [link("bvnNumber", "applicant")])).toEqual([["BVN", true]]);
  });

  it("mark one phone number in two spellings, but not that of another signatory", () => {
    const phone = (section: string, value: string) =>
      content(section, text("Phone number", value, `${section}.phoneNumber`));
    const compare = (section: string, party: DuplicateLinkDto["own"]) =>
      rowsOf(phone(section, "08012345678"), phone(section, "8012345678"), [link("phone", party)]);
    expect(compare("personal", "applicant")).toEqual([["Phone number", true]]);
    expect(compare("nextOfKin", "next_of_kin")).toEqual([["Phone number", true]]);
    expect(compare("signatories", "signatory")).toEqual([["Phone number", false]]);
  });

  it("show sections, answers and documents that only one of them has", () => {
    const document = { key: "logo", label: "Logo", path: null };
    const one = content("personal", text("First name", "Ada"));
    const other = { ...content("company", text("Name", "Obi Limited")), documents: [document] };
    const { sections, documents } = compareContent(one, other, []);
    expect(
      sections.map(({ id, groups }) => [id, groups[0]!.rows[0]!.answers.map((answer) => answer !== null)]),
    ).toEqual([
      ["personal", [true, false]],
      ["company", [false, true]],
    ]);
    expect(documents).toEqual([{ label: "Logo", documents: [null, document] }]);
  });
});
