import * as z from "zod";
import { investorTypes, roles, verificationStatuses } from "@/lib/roles";
import { answersDto, conflictFields, identityFields } from "@/lib/verification/dto";
import { duplicateVerdicts, linkParties, linkStrengths } from "@/lib/verification/link-strength";

/** The DTOs of users (product 3, 10.2), numbers masked. Safe in the browser. */
const role = z.enum(roles);
const investorType = z.enum(investorTypes);
const status = z.enum(verificationStatuses);
const kind = z.enum(["individual", "corporate"]);
/** A point in time, in ISO 8601 and UTC. */
const moment = z.iso.datetime();

/** A row of `GET /api/admin/users`: identity and verification status, without answers, documents or numbers (product 10.10). */
export const userSummaryDto = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role,
  isSuper: z.boolean(),
  investorType,
  isVerified: z.boolean(),
  createdAt: moment,
  /** Set in lists for an administrator who was invited and has not chosen a password yet. */
  isInvited: z.literal(true).optional(),
  verification: z.object({
    status,
    /** The current submission. A decision names it, so that it applies to what the reviewer saw. */
    submissionId: z.uuid().nullable(),
    kind: kind.nullable(),
    submittedAt: moment.nullable(),
    /** When a decision is due, for administrators and while it is pending. */
    dueAt: moment.nullable(),
    /** Whether it was rejected because of some parts, which the applicant is asked to change. */
    changesRequested: z.boolean(),
    /** When it was reviewed, for the owner and super administrators; null for other administrators. */
    reviewedAt: moment.nullable(),
  }),
});

export const userDto = userSummaryDto.extend({
  /** Whether the user is an administrator who must set up two-step login first. */
  twoStepDue: z.boolean(),
  /** Whether the password was chosen by another administrator. */
  temporaryCredentials: z.boolean(),
  verification: userSummaryDto.shape.verification.extend({
    /** The reviewer, for super administrators; null for all others. */
    reviewedBy: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
    rejectionReason: z.string().nullable(),
    ...answersDto.shape,
  }),
});

export const paginationDto = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int(),
  /** Set if there are more results than `total`, which is 10,000 for a search and 1,000 for a mark then. */
  more: z.literal(true).optional(),
});

/** `GET /api/admin/statistics`: the dashboard. */
export const statisticsDto = z.object({
  figures: z.object({
    /** The number of users; it includes administrators for super administrators only. */
    total: z.int(),
    investors: z.int(),
    startups: z.int(),
    /** The number of administrators; null for administrators who are not super administrators. */
    admins: z.int().nullable(),
    verified: z.int(),
    /** The number of submitted and undecided users. */
    pending: z.int(),
  }),
  /** Each stage counts only users who completed the previous one; administrators are excluded. */
  funnel: z.object({
    registered: z.int(),
    proved: z.int(),
    chosen: z.int(),
    submitted: z.int(),
    approved: z.int(),
  }),
  /** The last twelve weeks in chronological order, including the current one; `week` is its Monday. */
  weeks: z.array(z.object({ week: z.iso.date(), registered: z.int(), approved: z.int(), rejected: z.int() })),
});

const identityField = z.enum(identityFields);
const linkStrengthDto = z.enum(linkStrengths);

/** What is equal, and as what each of the two users gave it; `own` belongs to the user whose duplicates are listed. */
const duplicateLinkDto = z.object({
  field: identityField,
  own: z.enum(linkParties),
  other: z.enum(linkParties),
  strength: linkStrengthDto,
  /** The key identifies the equal value without containing it; a decision names it in `seen`. */
  key: z.string(),
});

/** What a reviewer decided about a pair (product 10.20). */
const duplicateDecisionDto = z.object({
  verdict: z.enum(duplicateVerdicts),
  note: z.string().nullable(),
  /** The account with which one person goes on; null until one of them is approved. */
  goesOn: z.uuid().nullable(),
  /** The reviewer who decided; null if that account was deleted. */
  decidedBy: z.string().nullable(),
  decidedAt: moment,
  /** Whether the decision still settles the question; false if something else has become equal since. */
  isSettled: z.boolean(),
});

/** Another user with something in common (threat 34). */
const duplicateDto = userSummaryDto
  .pick({ _id: true, name: true, email: true, role: true, investorType: true })
  .extend({
    status,
    submittedAt: moment.nullable(),
    /** The strength of the strongest link. */
    strength: linkStrengthDto,
    /** What is equal, without weak links. */
    fields: z.array(identityField),
    links: z.array(duplicateLinkDto),
    decision: duplicateDecisionDto.nullable(),
  });

/** Erased data that matches the user's, with the last decision on it; pending if there was none (threat 54). */
const erasedMatchDto = z.object({
  /** The id of the retained record. */
  _id: z.uuid(),
  /** Whether the whole account was erased, not only a submission of it. */
  accountErased: z.boolean(),
  erasedAt: moment,
  outcome: status,
  decidedAt: moment.nullable(),
  reason: z.string().nullable(),
  strength: linkStrengthDto,
  /** What is equal, without weak links. */
  fields: z.array(identityField),
  links: z.array(duplicateLinkDto.pick({ field: true, strength: true, key: true })),
  decision: duplicateDecisionDto.nullable(),
});

/** `people` are the closest matches of `total`; `erased` the closest ones that no longer have an account or its documents. */
export const duplicatesDto = z.object({
  total: z.int(),
  /** How many of `total` no reviewer has decided about. */
  undecided: z.int(),
  people: z.array(duplicateDto),
  erased: z.array(erasedMatchDto),
  /** What the reviewer has in common with the user, so that another one must decide (threat 64). */
  sharedWithViewer: z.array(z.enum(conflictFields)),
});

export type UserSummaryDto = z.output<typeof userSummaryDto>;
export type UserDto = z.output<typeof userDto>;
export type VerificationDto = UserDto["verification"];
export type Pagination = z.output<typeof paginationDto>;
export type StatisticsDto = z.output<typeof statisticsDto>;
export type DuplicateDto = z.output<typeof duplicateDto>;
export type DuplicatesDto = z.output<typeof duplicatesDto>;
export type ErasedMatchDto = DuplicatesDto["erased"][number];
export type DuplicateLinkDto = DuplicateDto["links"][number];
export type DuplicateDecisionDto = NonNullable<DuplicateDto["decision"]>;
