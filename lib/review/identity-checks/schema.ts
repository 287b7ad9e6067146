import * as z from "zod";
import { checkSources, identityProviders, type Source } from "@/lib/identity/port";
import { note } from "@/lib/forms/atoms";
import "@/lib/zod";

/** Request and response schemas for identity checks (product 10.26). Safe in the browser. */

export const identityCheckKinds = ["nin", "bvn", "account", "company"] as const;
export type IdentityCheckKind = (typeof identityCheckKinds)[number];
export const identityOutcomes = ["matches", "differs", "not_found"] as const;
export type IdentityOutcome = (typeof identityOutcomes)[number];

export const kindLabels: Record<IdentityCheckKind, string> = {
  nin: "NIN",
  bvn: "BVN",
  account: "Bank account",
  company: "Company",
};
export const outcomeLabels: Record<IdentityOutcome, string> = {
  matches: "Matches",
  differs: "Differs",
  not_found: "Not found",
};

/** Sources of manual checks. */
export const sources: Record<Source, string> = {
  nimc_portal: "NIMC portal",
  bank_app: "Bank's app",
  cac_search: "CAC public search",
  document: "Document in hand",
  other: "Somewhere else",
};

export const askIdentitySchema = z.object({
  kinds: z
    .array(z.enum(identityCheckKinds, "Choose what to check"))
    .min(1, "Choose what to check")
    .max(identityCheckKinds.length, "Choose what to check"),
  /** Whether to call the provider again for numbers it has already answered. */
  again: z.boolean().default(false),
});
export type AskIdentityInput = z.output<typeof askIdentitySchema>;

export const manualCheckSchema = z
  .object({
    kind: z.enum(identityCheckKinds, "Choose what you compared"),
    /** The index of the signatory, from 0, if the number belongs to a signatory. */
    ordinal: z
      .number()
      .int()
      .min(0)
      .max(99)
      .nullish()
      .transform((value) => value ?? null),
    source: z.enum(checkSources, "Choose where you compared it"),
    outcome: z.enum(identityOutcomes, "Choose what you found"),
    /** A note for reviewers, stored encrypted. Required if the source is "other". */
    note: note(),
  })
  .refine(({ source, note }) => source !== "other" || note, {
    path: ["note"],
    message: "Say where you compared it",
  });
export type ManualCheckInput = z.output<typeof manualCheckSchema>;

const target = z.object({
  kind: z.enum(identityCheckKinds),
  ordinal: z.number().nullable(),
  label: z.string(),
  /** Why the provider cannot be asked about the number; null if it can. */
  blocked: z.string().nullable(),
});
export type IdentityTargetDto = z.output<typeof target>;

const identityCheck = z.object({
  _id: z.string(),
  kind: z.enum(identityCheckKinds),
  ordinal: z.number().nullable(),
  provider: z.enum(identityProviders),
  state: z.enum(["waiting", "answered", "failed"]),
  outcome: z.enum(identityOutcomes).nullable(),
  /** The result of the comparison in words, without numbers. */
  explanation: z.string(),
  /** The source used by the reviewer; null unless the check is manual. */
  source: z.enum(checkSources).nullable(),
  note: z.string().nullable(),
  askedBy: z.string().nullable(),
  askedAt: z.string(),
  answeredAt: z.string().nullable(),
});
export type IdentityCheckDto = z.output<typeof identityCheck>;

/** The checks of the current submission, newest first. */
export const identityChecksDto = z.object({
  provider: z.enum(identityProviders),
  /** Whether the applicant consented before submitting. */
  hasConsent: z.boolean(),
  targets: z.array(target),
  checks: z.array(identityCheck),
});
export type IdentityChecksDto = z.output<typeof identityChecksDto>;
