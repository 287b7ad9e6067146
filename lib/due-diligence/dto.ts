import * as z from "zod";
import { draftFileDto } from "@/lib/onboarding/dto";
import { userProposalDto } from "@/lib/approvals/schema";
import { dueDiligenceStates } from "./schema";

/** The responses about due diligence forms (product 10.41). Safe in the browser. */
const kind = z.enum(["individual", "corporate"]);

/** The form as it was typed last, its Tax ID masked. */
export const dueDiligenceDraftDto = z.object({
  values: z.record(z.string(), z.unknown()),
  /** The version of the answers. */
  savedAt: z.iso.datetime(),
  document: draftFileDto.nullable(),
});
export type DueDiligenceDraftDto = z.output<typeof dueDiligenceDraftDto>;

/** A customer's own form. */
export const ownDueDiligenceDto = z.object({
  kind,
  /** The state of the newest version; `none` before the first. */
  state: z.enum(["none", ...dueDiligenceStates]),
  sentAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** What must be changed, for a returned form. */
  reason: z.string().nullable(),
});
export type OwnDueDiligenceDto = z.output<typeof ownDueDiligenceDto>;

/** A sent form in the list of the desk. */
export const dueDiligenceSummaryDto = z.object({
  _id: z.uuid(),
  state: z.enum(dueDiligenceStates),
  kind,
  sentAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  isLate: z.boolean(),
  decidedAt: z.iso.datetime().nullable(),
  user: z.object({
    _id: z.uuid(),
    name: z.string(),
    companyName: z.string().nullable(),
    email: z.string(),
  }),
});
export type DueDiligenceSummaryDto = z.output<typeof dueDiligenceSummaryDto>;

export const dueDiligenceFindingDto = z.object({
  /** Identifies the finding, for the decision that was made with it in view. */
  key: z.string(),
  kind: z.enum(["risk", "pep", "watchlist", "not_compared", "tax_id", "administrator", "owners", "amount"]),
  /** Whether a second person must confirm an approval; otherwise it is a question before it. */
  needsSecondPerson: z.boolean(),
  /** A sentence for reviewers. */
  text: z.string(),
});
export type DueDiligenceFinding = z.output<typeof dueDiligenceFindingDto>;

/** A sent form as a reviewer reads it. */
export const dueDiligenceFormDto = dueDiligenceSummaryDto.extend({
  /** Whether it is the newest version; others are read-only. */
  isNewest: z.boolean(),
  answers: z.object({
    /** Masked. */
    taxId: z.string(),
    occupation: z.string().nullable(),
    sourceOfFunds: z.string(),
    sourceDetails: z.string(),
    /** In kobo. */
    expectedAmount: z.string(),
    pep: z.string(),
    pepDetails: z.string().nullable(),
    /** In basis points. */
    ownersTotal: z.int().nullable(),
    owners: z.array(
      z.object({
        kind: z.string(),
        name: z.string(),
        role: z.string(),
        /** In basis points; null for directors who own less than 5 %. */
        share: z.int().nullable(),
        dateOfBirth: z.iso.date().nullable(),
        country: z.string(),
      }),
    ),
  }),
  document: draftFileDto.nullable(),
  /** What the customer was asked to change. */
  reason: z.string().nullable(),
  /** The reviewer; null for ordinary administrators, or if that account has been deleted. */
  decidedBy: z.string().nullable(),
  findings: z.array(dueDiligenceFindingDto),
  /** The pending approval by a second person. */
  proposal: userProposalDto.nullable(),
  /** The versions of the customer, newest first. */
  versions: z.array(dueDiligenceSummaryDto.pick({ _id: true, state: true, sentAt: true, decidedAt: true })),
});
export type DueDiligenceFormDto = z.output<typeof dueDiligenceFormDto>;
