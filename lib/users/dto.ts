import * as z from "zod";
import { answersDto, conflictFields, identityFields } from "@/lib/onboarding/dto";
import { duplicateVerdicts, linkParties, linkStrengths } from "@/lib/onboarding/link-rules";
import { duties, investorTypes, roles, verificationStatuses } from "@/lib/roles";

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
  /** The company of the current submission; null for individuals. */
  companyName: z.string().nullable(),
  email: z.string(),
  phone: z.string(),
  role,
  isSuper: z.boolean(),
  /** Set for administrators who are no super administrators. */
  duty: z.enum(duties).optional(),
  investorType,
  isVerified: z.boolean(),
  /** Whether the user renews an approved verification: `isVerified` stays true until the decision. */
  renewing: z.boolean(),
  createdAt: moment,
  /** Set in lists for an administrator who has been invited but has not chosen a password yet. */
  isInvited: z.literal(true).optional(),
  /** Set if the account is closed, because its owner continues with another one (product 10.20). */
  isClosed: z.literal(true).optional(),
  /** The names on other accounts of the same person, in administrators' lists; absent if there are none. */
  samePerson: z.array(z.string()).optional(),
  verification: z.object({
    status,
    /** The current submission. A decision names it, so that it applies to the submission that the reviewer saw. */
    submissionId: z.uuid().nullable(),
    kind: kind.nullable(),
    submittedAt: moment.nullable(),
    /** The deadline of the decision; for administrators, while it is pending. */
    dueAt: moment.nullable(),
    /** Whether the submission was rejected with a request to change some of its parts. */
    changesRequested: z.boolean(),
    /** The time of the decision, for the owner and super administrators; null for other administrators. */
    reviewedAt: moment.nullable(),
  }),
});

export const userDto = userSummaryDto.omit({ isInvited: true, isClosed: true, samePerson: true }).extend({
  /** Whether the user is an administrator who must set up two-step login first. */
  twoStepDue: z.boolean(),
  /** Whether the password was chosen by another administrator. */
  temporaryCredentials: z.boolean(),
  /** When the account was closed, because its owner has another one; with that one, for administrators, if it still exists. */
  closed: z
    .object({ at: moment, goesOn: z.object({ _id: z.uuid(), name: z.string() }).nullable() })
    .nullable(),
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
  /** Set if there are more results than `total`; `total` is then 10,000 for a search and 1,000 for a mark. */
  more: z.literal(true).optional(),
});

/** `GET /api/admin/statistics`: the dashboard. */
export const statisticsDto = z.object({
  figures: z.object({
    /** The number of users; includes administrators only for super administrators. */
    total: z.int(),
    investors: z.int(),
    startups: z.int(),
    /** The number of administrators; null unless the viewer is a super administrator. */
    admins: z.int().nullable(),
    verified: z.int(),
    /** The number of users with a pending submission. */
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

/** A shared detail, and its role for each of the two users; `own` refers to the user whose duplicates are listed. */
const duplicateLinkDto = z.object({
  field: identityField,
  own: z.enum(linkParties),
  other: z.enum(linkParties),
  strength: linkStrengthDto,
  /** Identifies the shared value without containing it; a decision names it in `seen`. */
  key: z.string(),
});

/** A reviewer's decision on a pair (product 10.20). */
const duplicateDecisionDto = z.object({
  verdict: z.enum(duplicateVerdicts),
  note: z.string().nullable(),
  /** The reviewer who decided; null if that account was deleted. */
  decidedBy: z.string().nullable(),
  decidedAt: moment,
  /** Whether the decision still covers all links; false if a new link has appeared since. */
  isSettled: z.boolean(),
});

/** Another user who shares identifying details (threat 34). */
const duplicateDto = userSummaryDto
  .pick({ _id: true, name: true, companyName: true, email: true, role: true, investorType: true })
  .extend({
    status,
    /** Whether the account is closed, because its owner continues with another one. */
    isClosed: z.boolean(),
    submittedAt: moment.nullable(),
    /** The strength of the strongest link. */
    strength: linkStrengthDto,
    /** The shared fields, without weak links. */
    fields: z.array(identityField),
    links: z.array(duplicateLinkDto),
    decision: duplicateDecisionDto.nullable(),
  });

/** Erased data that matches the user's, with the last decision about it; pending if there was none (threat 54). */
const erasedMatchDto = z.object({
  /** The id of the retained record. */
  _id: z.uuid(),
  /** Whether the whole account was erased, not only one of its submissions. */
  accountErased: z.boolean(),
  erasedAt: moment,
  outcome: status,
  decidedAt: moment.nullable(),
  reason: z.string().nullable(),
  strength: linkStrengthDto,
  /** The shared fields, without weak links. */
  fields: z.array(identityField),
  links: z.array(duplicateLinkDto.pick({ field: true, strength: true, key: true })),
  decision: duplicateDecisionDto.nullable(),
});

/** `people` are the closest matches out of `total`; `erased` are the closest matches whose account or documents no longer exist. */
export const duplicatesDto = z.object({
  total: z.int(),
  /** The number of undecided duplicates in `total`. */
  undecided: z.int(),
  people: z.array(duplicateDto),
  erased: z.array(erasedMatchDto),
  /** Details that the reviewer shares with the user, so that another reviewer must decide (threat 64). */
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
