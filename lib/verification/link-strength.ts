/** What two users, or a user and an erased record, have in common, and how much it says (product 10.20). Safe in the browser. */
import type { IdentityField } from "./dto";

/** The party as whose a user gave a value. A company's own number, phone and address, and all documents, are those of the applicant. */
export const linkParties = ["account", "applicant", "signatory", "next_of_kin", "guardian"] as const;
export type LinkParty = (typeof linkParties)[number];

export const linkStrengths = ["strong", "medium", "weak"] as const;
export type LinkStrength = (typeof linkStrengths)[number];

/** Fields that one person or company has alone. */
export const strongFields: readonly IdentityField[] = [
  "ninNumber",
  "bvnNumber",
  "accountNumber",
  "incorporationNumber",
  "document",
];

/** People whom the applicant names: families and colleagues share their contacts. */
export const relatedParties: readonly LinkParty[] = ["signatory", "next_of_kin", "guardian"];

/**
 * Returns the strength of a link. `isRelated` means that on one side the value is not the user's own, but that of a person whom they named.
 */
export const linkStrength = (field: IdentityField, isRelated: boolean): LinkStrength =>
  isRelated ? "weak" : strongFields.includes(field) ? "strong" : "medium";

/** What a reviewer decides about a pair. */
export const duplicateVerdicts = ["same_person", "household", "coincidence"] as const;
export type DuplicateVerdict = (typeof duplicateVerdicts)[number];

/**
 * What a decision on a pair is about: `phone:` and a keyed digest of the equal value, or `phone.related:` for a weak link. Another value
 * of the same field has another key. Between two users SQL builds it (lib/review/duplicates/linked-users.ts).
 */
export const linkKey = (field: IdentityField, strength: LinkStrength, digest: string): string =>
  `${strength === "weak" ? `${field}.related` : field}:${digest}`;

/** Returns the keys that a decision covers: these keys, and the weak ones of the same values. */
export const coveredKeys = (keys: readonly string[]): string[] => [
  ...new Set(keys.flatMap((key) => [key, key.replace(/^(\w+):/, "$1.related:")])),
];
