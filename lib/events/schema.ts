import * as z from "zod";
import type { AuditAction } from "@/lib/audit/audit";
import type { Right } from "@/lib/rights";
import "@/lib/zod";

/** How many days events are listed and delivered. */
export const EVENT_DAYS = 30;

/** What has happened, for programs (product 10.45, ADR 54). Bodies are thin: ids and kinds, no personal data. */
const ids = {
  userId: z.uuid().nullable(),
  submissionId: z.uuid().nullable(),
  formId: z.uuid().nullable(),
  alertId: z.uuid().nullable(),
  investmentId: z.uuid().nullable(),
  redemptionId: z.uuid().nullable(),
  payoutId: z.uuid().nullable(),
  batchId: z.uuid().nullable(),
  statementId: z.uuid().nullable(),
  lineId: z.uuid().nullable(),
  planId: z.uuid().nullable(),
} as const;
type IdName = keyof typeof ids;

interface EventKind {
  /** The right that the reader needs. */
  right: Right;
  /** What the id of the audit row's target is; null if it has none. */
  target: IdName | null;
  /** The ids in the data of the audit row. */
  data: readonly IdName[];
}

const about = (right: Right, target: IdName | null, ...data: IdName[]): EventKind => ({
  right,
  target,
  data,
});
const ofUser = about("cases.read", "userId");
const ofSubmission = about("cases.read", "userId", "submissionId");
const ofForm = about("cases.read", "userId", "formId");
const ofAlert = about("compliance.read", "userId", "alertId");
const ofInvestment = about("money.read", "investmentId");
const ofRedemption = about("money.read", "investmentId", "redemptionId");
const ofPayout = about("money.read", "userId", "payoutId", "batchId");
const ofLine = about("money.read", "lineId", "payoutId");
const ofPlan = about("money.read", "planId");

/** The kinds of events: the audited actions that programs may follow. */
export const eventKinds = {
  "user.registered": ofUser,
  "user.role_changed": ofUser,
  "user.profile_changed": ofUser,
  "user.deleted": ofUser,
  "submission.submitted": ofSubmission,
  "submission.approved": ofSubmission,
  "submission.rejected": ofSubmission,
  "submission.approval_ended": ofSubmission,
  "submission.renewal_started": ofSubmission,
  "case.claimed": ofSubmission,
  "case.assigned": ofSubmission,
  "case.released": ofSubmission,
  "due_diligence.sent": ofForm,
  "due_diligence.approved": ofForm,
  "due_diligence.changes_requested": ofForm,
  "account.closed": ofUser,
  "account.reopened": ofUser,
  "alert.opened": ofAlert,
  "alert.closed": ofAlert,
  "plan.published": ofPlan,
  "plan.closed": ofPlan,
  "plan.reopened": ofPlan,
  "plan.return_declared": ofPlan,
  "investment.requested": ofInvestment,
  "investment.receipt_recorded": ofInvestment,
  "investment.activated": ofInvestment,
  "investment.instalment_due": ofInvestment,
  "investment.cancelled": ofInvestment,
  "investment.expired": ofInvestment,
  "investment.overdue": ofInvestment,
  "investment.redemption_requested": ofRedemption,
  "investment.redeemed": ofRedemption,
  "investment.ended": ofRedemption,
  "investment.matured": ofInvestment,
  "investment.reinvested": ofInvestment,
  "payout.proposed": about("money.read", null, "batchId"),
  "payout.released": ofPayout,
  "payout.paid": ofPayout,
  "payout.came_back": ofPayout,
  "payout.stopped": about("money.read", "userId"),
  "statement.imported": about("money.read", "statementId"),
  "statement_line.matched": ofLine,
  "statement_line.returned": ofLine,
  "statement_line.booked": ofLine,
  "statement_line.ignored": ofLine,
  "money_act.undone": about("money.read", null),
} as const satisfies Partial<Record<AuditAction, EventKind>>;
export type EventKindName = keyof typeof eventKinds;
export const eventKindNames = Object.keys(eventKinds) as [EventKindName, ...EventKindName[]];

/** The names of the ids that an event of a kind is about. */
export const idsOf = (kind: EventKindName): IdName[] => {
  const { target, data }: EventKind = eventKinds[kind];
  return [...(target ? [target] : []), ...data];
};

const sampleId = (index: number) => `01900000-0000-7000-8000-00000000000${index}`;

const eventOf = (kind: EventKindName) =>
  z
    .object({
      _id: z.uuid(),
      /** Greater than the numbers of all earlier events; others are left out. The cursor of the list. */
      number: z.string(),
      kind: z.literal(kind),
      at: z.iso.datetime(),
      about: z.object(Object.fromEntries(idsOf(kind).map((name) => [name, ids[name]]))),
    })
    .meta({ examples: [sampleOf(kind)] });

/** Returns an example of an event of a kind. */
export function sampleOf(kind: EventKindName) {
  return {
    _id: sampleId(0),
    number: "1042",
    kind,
    at: "2026-11-02T09:30:00.000Z",
    about: Object.fromEntries(idsOf(kind).map((name, index) => [name, sampleId(index + 1)])),
  };
}

const [first, ...others] = eventKindNames;
export const eventDto = z.discriminatedUnion("kind", [eventOf(first), ...others.map(eventOf)]);
export type EventDto = z.output<typeof eventDto>;

const number = z.string().regex(/^\d{1,18}$/, "This cursor does not exist");

export const eventQuery = z.object({
  /** The number of the last event that was read; without it, the oldest of the last 30 days come first. */
  after: number.optional(),
  /** One kind, or several with commas between them. */
  kind: z
    .string()
    .transform((value) => value.split(","))
    .pipe(z.array(z.enum(eventKindNames)).max(eventKindNames.length))
    .optional(),
  limit: z.coerce.number().int().min(1).max(500, "At most 500").default(100),
});
export type EventQuery = z.output<typeof eventQuery>;
