import * as z from "zod";
import { lines, note, text } from "@/lib/forms/atoms";
import { verificationStatuses } from "@/lib/roles";
import { blankToNothing, pageFields, userFilter } from "@/lib/users/admin-schema";
import { userSummaryDto } from "@/lib/users/dto";
import { caseMarkNames } from "./mark-rules";

/** Request and response schemas for cases, i.e. submissions under review (product 10.15). Safe in the browser. */

/** A claim lapses when its reviewer has been inactive on the case for this long. */
export const CLAIM_IDLE_MINUTES = 30;

const reviewer = z.object({ _id: z.string(), name: z.string() });
export type ReviewerDto = z.output<typeof reviewer>;
export const reviewersDto = z.array(reviewer);

const claim = z.object({ reviewer, since: z.string(), isMine: z.boolean() });
export type ClaimDto = z.output<typeof claim>;

/** The case of a user's current submission; `claim` is null while it is unclaimed. */
export const caseDto = z.object({
  userId: z.string(),
  submissionId: z.string().nullable(),
  status: z.enum(verificationStatuses),
  claim: claim.nullable(),
  /** Whether the password was reset by email within RESET_HOLD_HOURS before the submission (threat 53). */
  followsReset: z.boolean(),
});
export type CaseDto = z.output<typeof caseDto>;

export const caseSummaryDto = userSummaryDto.extend({
  claim: claim.nullable(),
  /** What to know before opening the case, the most urgent first. */
  marks: z.array(z.enum(caseMarkNames)),
});
export type CaseSummaryDto = z.output<typeof caseSummaryDto>;

/** Filters a list of cases by claim. */
export const assignmentFilters = ["all", "mine", "unclaimed"] as const;
export type AssignmentFilter = (typeof assignmentFilters)[number];
export const caseRoles = ["all", "investor", "startup"] as const;
export const caseOrders = ["waiting", "newest", "deadline"] as const;
export type CaseOrder = (typeof caseOrders)[number];

const option = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z.preprocess(blankToNothing, z.enum(values).default(fallback as never));

const caseFilter = z.object({
  role: option(caseRoles, "all"),
  order: option(caseOrders, "waiting"),
  /** Only cases with this mark. */
  mark: z.preprocess(blankToNothing, z.enum(caseMarkNames).optional()),
});
export const caseListQuery = caseFilter.extend({
  assignment: option(assignmentFilters, "all"),
  q: z.preprocess(
    blankToNothing,
    text(0, undefined, 100, "Search text can have at most 100 characters").optional(),
  ),
  ...pageFields,
});
export type CaseListQuery = z.output<typeof caseListQuery>;

/** The filters of the queue export. Those for pending submissions apply only to pending submissions. */
export const queueExportQuery = userFilter
  .omit({ role: true, excludeAdmin: true, onlySubmitted: true })
  .extend(caseListQuery.pick({ role: true, assignment: true, mark: true }).shape);
export type QueueExportQuery = z.output<typeof queueExportQuery>;

/** The filters of "Take a case". */
export const nextCaseSchema = caseFilter;
export type NextCase = z.output<typeof nextCaseSchema>;

/** The maximum length in characters. A case note may be longer than the note of a decision. */
export const MAX_CASE_NOTE = 2_000;

/** The maximum number of cases per call: one page of the queue. */
const MAX_CASES = 50;
/** Assigns cases to a reviewer, or releases them (null). The note is for the next reviewer. */
export const assignSchema = z.object({
  userIds: z
    .array(z.uuid().toLowerCase())
    .min(1, "Choose at least one case")
    .max(MAX_CASES, `Choose at most ${MAX_CASES} cases`),
  reviewerId: z.uuid("Choose a reviewer").toLowerCase().nullable(),
  note: note(MAX_CASE_NOTE),
  /** Whether the call only renews existing claims, to show that the reviewer is still active. */
  renew: z.boolean().default(false),
});
export type AssignInput = z.output<typeof assignSchema>;

/** The result for each case: changed, or why not. */
export const assignmentResultDto = z.object({
  changed: z.array(z.string()),
  refused: z.array(z.object({ userId: z.string(), message: z.string() })),
});
export type AssignmentResultDto = z.output<typeof assignmentResultDto>;

export const noteSchema = z.object({
  text: lines(1, "Write a note", MAX_CASE_NOTE, `Maximum ${MAX_CASE_NOTE} characters.`),
  /** The colleagues to email about the note. */
  mentions: z.array(z.uuid().toLowerCase()).max(10, "Mention at most 10 colleagues").default([]),
});
export type NoteInput = z.output<typeof noteSchema>;

export const timelineActions = [
  "submitted",
  "guardian_named",
  "guardian_consented",
  "guardian_declined",
  "guardian_withdrew",
  "guardian_ended",
  "claimed",
  "assigned",
  "released",
  "returned",
  "noted",
  "flagged",
  "marked_fine",
  "unmarked",
  "duplicate_decided",
  "account_closed",
  "account_goes_on",
  "account_reopened",
  "person_blocked",
  "block_lifted",
  "identity_asked",
  "identity_answered",
  "identity_compared",
  "hit_decided",
  "hits_ended",
  "account_read",
  "document_read",
  "number_revealed",
  "approved",
  "rejected",
  "approval_ended",
  "due_diligence_sent",
  "due_diligence_approved",
  "due_diligence_returned",
  "id_expiry_entered",
  "risk_overridden",
  "renewal_asked",
  "renewal_started",
  "emailed",
] as const;

/** An event in a case's history. `actor` is null for the applicant, the system, and names that the viewer may not see. */
const timelineEntry = z.object({
  at: z.string(),
  action: z.enum(timelineActions),
  actor: z.string().nullable(),
  /** The new reviewer, for an assignment. */
  assignee: z.string().nullable(),
  /** The other account, for a decision about a duplicate; null for erased data, a deleted account and in evidence packs. */
  other: z.string().nullable(),
  note: z.string().nullable(),
  /**
   * The name of a document, the field of a number, the part of a submission, the decision about a duplicate or hit, the subject of a check,
   * or the template of an email.
   */
  detail: z.string().nullable(),
});
export const timelineDto = z.array(timelineEntry);
export type TimelineEntryDto = z.output<typeof timelineEntry>;

/** A name or phone number that a user changed after the approval. */
const profileChange = z.object({
  field: z.enum(["name", "phone"]),
  before: z.string(),
  after: z.string(),
  changedAt: z.string(),
  confirmedAt: z.string().nullable(),
});
export const profileChangesDto = z.array(profileChange);
export type ProfileChangeDto = z.output<typeof profileChange>;

/** A user whose new name has not been confirmed by a reviewer. */
export const nameCheckDto = z.object({ userId: z.uuid(), name: z.string(), changedAt: z.iso.datetime() });
export type NameCheckDto = z.output<typeof nameCheckDto>;

/** Data about a user that an administrator read or revealed, with names for super administrators. */
const namedRead = z.object({
  at: z.string(),
  readerId: z.string(),
  /** The name is null if that account was deleted. */
  reader: z.string().nullable(),
  /** Whether the reader was a super administrator at the time. */
  isSuper: z.boolean(),
  what: z.union([
    z.object({ part: z.enum(["account", "duplicate", "export"]) }),
    z.object({ part: z.enum(["document", "original"]), document: z.string() }),
    z.object({ part: z.literal("number"), field: z.string() }),
  ]),
  /** The code of the reason for the reveal. */
  reason: z.string().nullable(),
  note: z.string().nullable(),
});
/** The number of users whose data an administrator opened or exported on a day (Lagos time). */
export const dailyReadsDto = z.object({
  /** The day, such as `2026-03-02`. */
  day: z.iso.date(),
  readerId: z.uuid(),
  /** The name; null if that account was deleted. */
  reader: z.string().nullable(),
  users: z.int(),
});
export const namedReadsDto = z.array(namedRead);
export type NamedReadDto = z.output<typeof namedRead>;
