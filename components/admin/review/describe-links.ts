import { joinWords } from "@/lib/join-words";
import type { DuplicateLinkDto } from "@/lib/users/dto";
import { identityFields, type IdentityField } from "@/lib/verification/dto";
import type { LinkParty, LinkStrength } from "@/lib/verification/identity-links";

/** Pictures are alike, not equal. */
const names: Record<Exclude<IdentityField, "picture">, string> = {
  ninNumber: "NIN",
  bvnNumber: "BVN",
  accountNumber: "account number",
  incorporationNumber: "incorporation number",
  phone: "phone number",
  email: "email address",
  nameAndBirth: "name and date of birth",
  document: "document",
};
const isNamed = (field: IdentityField): field is keyof typeof names => field !== "picture";

export const strengthLabels: Record<LinkStrength, string> = {
  strong: "Strong link",
  medium: "Medium link",
  weak: "Weak link",
};

/** `NIN, BVN and phone number` */
const listFields = (fields: readonly IdentityField[]): string =>
  joinWords(
    identityFields
      .filter((field) => fields.includes(field))
      .filter(isNamed)
      .map((field) => names[field]),
  );

/** `the same NIN, BVN and phone number, and a similar picture` */
export function describeFields(fields: readonly IdentityField[]): string {
  const equal = listFields(fields);
  if (!fields.includes("picture")) return `the same ${equal}`;
  return equal ? `the same ${equal}, and a similar picture` : "a similar picture";
}

const isOwn = (party: LinkParty) => party === "account" || party === "applicant";
/** Of people whom the applicant names. */
const subjects: Partial<Record<LinkParty, string>> = {
  next_of_kin: "The next of kin has the same",
  signatory: "A signatory has the same",
  guardian: "The guardian has the same",
};
const objects: Partial<Record<LinkParty, string>> = {
  next_of_kin: "the next of kin of ",
  signatory: "a signatory of ",
  guardian: "the guardian of ",
};
const subjectOf = (party: LinkParty) => subjects[party] ?? "The same";
const objectOf = (party: LinkParty) => objects[party] ?? "";

/**
 * What is equal and as what, a sentence for each pair of parties: `Matching NIN and phone number`, then `The same phone number as the next
 * of kin of Ada Obi`.
 */
export function describeLinks(links: readonly DuplicateLinkDto[], name: string): string[] {
  const groups = new Map<string, { fields: IdentityField[]; own: LinkParty; other: LinkParty }>();
  for (const { field, own, other } of links) {
    const key = isNamed(field) ? `${subjectOf(own)}|${objectOf(other)}` : field;
    const group = groups.get(key) ?? { fields: [], own, other };
    groups.set(key, { ...group, fields: [...group.fields, field] });
  }
  return [...groups.values()]
    .toSorted((a, b) => Number(isOwn(b.own) && isOwn(b.other)) - Number(isOwn(a.own) && isOwn(a.other)))
    .map(({ fields, own, other }) => {
      if (!fields.every(isNamed)) return "A similar picture";
      return isOwn(own) && isOwn(other)
        ? `Matching ${listFields(fields)}`
        : `${subjectOf(own)} ${listFields(fields)} as ${objectOf(other)}${name}`;
    });
}
