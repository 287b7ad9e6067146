/** What two users, or a user and an erased record, have in common, and how strong the evidence is (product 10.20). Safe in the browser. */
import type { IdentityField } from "./dto";

/** The party to which a value belongs. A company's own registration number, phone number and address, and all documents, belong to the applicant. */
export const linkParties = ["account", "applicant", "signatory", "next_of_kin", "guardian"] as const;
export type LinkParty = (typeof linkParties)[number];

export const linkStrengths = ["strong", "medium", "weak"] as const;
export type LinkStrength = (typeof linkStrengths)[number];

/** Fields that belong to only one person or company. */
export const strongFields: readonly IdentityField[] = [
  "ninNumber",
  "bvnNumber",
  "accountNumber",
  "incorporationNumber",
  "document",
];

/** People named by the applicant: families and colleagues share their contacts. */
export const relatedParties: readonly LinkParty[] = ["signatory", "next_of_kin", "guardian"];

/**
 * Returns the strength of a link. `isRelated` means that on one side the value belongs to a person named by the user, not to the user.
 */
export const linkStrength = (field: IdentityField, isRelated: boolean): LinkStrength =>
  isRelated ? "weak" : strongFields.includes(field) ? "strong" : "medium";

/** A reviewer's possible decisions on a pair. */
export const duplicateVerdicts = ["same_person", "household", "coincidence"] as const;
export type DuplicateVerdict = (typeof duplicateVerdicts)[number];

/**
 * Returns the key of a link that a decision covers: `phone:` and a keyed digest of the shared value, or `phone.related:` for a weak link.
 * Another value of the same field has another key. Between two users, SQL builds it (lib/review/duplicates/linked-users.ts).
 */
export const linkKey = (field: IdentityField, strength: LinkStrength, digest: string): string =>
  `${strength === "weak" ? `${field}.related` : field}:${digest}`;

/** Returns the keys that a decision covers: the given keys, and the weak keys of the same values. */
export const coveredKeys = (keys: readonly string[]): string[] => [
  ...new Set(keys.flatMap((key) => [key, key.replace(/^(\w+):/, "$1.related:")])),
];
