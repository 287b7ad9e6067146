import { joinWords } from "@/lib/join-words";
import { identityFields, type IdentityField } from "@/lib/onboarding/dto";
import type { LinkParty, LinkStrength } from "@/lib/onboarding/link-rules";
import type { DuplicateLinkDto } from "@/lib/users/dto";

const names: Record<IdentityField, string> = {
  ninNumber: "NIN",
  bvnNumber: "BVN",
  accountNumber: "account number",
  incorporationNumber: "incorporation number",
  phone: "phone number",
  email: "email address",
  nameAndBirth: "name and date of birth",
  document: "document",
};

export const strengthLabels: Record<LinkStrength, string> = {
  strong: "Strong link",
  medium: "Medium link",
  weak: "Weak link",
};

/** Returns a list such as `NIN, BVN and phone number`. */
const listFields = (fields: readonly IdentityField[]): string =>
  joinWords(identityFields.filter((field) => fields.includes(field)).map((field) => names[field]));

/** Returns a phrase such as `the same NIN, BVN and phone number`. */
export const describeFields = (fields: readonly IdentityField[]): string => `the same ${listFields(fields)}`;

const isOwn = (party: LinkParty) => party === "account" || party === "applicant";
/** The beginnings of sentences about people named by the applicant. */
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
 * Describes the links, one sentence for each pair of parties: `Matching NIN and phone number`, then `The same phone number as the next of
 * kin of Ada Obi`.
 */
export function describeLinks(links: readonly DuplicateLinkDto[], name: string): string[] {
  const groups = new Map<string, { fields: IdentityField[]; own: LinkParty; other: LinkParty }>();
  for (const { field, own, other } of links) {
    const key = `${subjectOf(own)}|${objectOf(other)}`;
    const group = groups.get(key) ?? { fields: [], own, other };
    groups.set(key, { ...group, fields: [...group.fields, field] });
  }
  return [...groups.values()]
    .toSorted((a, b) => Number(isOwn(b.own) && isOwn(b.other)) - Number(isOwn(a.own) && isOwn(a.other)))
    .map(({ fields, own, other }) =>
      isOwn(own) && isOwn(other)
        ? `Matching ${listFields(fields)}`
        : `${subjectOf(own)} ${listFields(fields)} as ${objectOf(other)}${name}`,
    );
}
