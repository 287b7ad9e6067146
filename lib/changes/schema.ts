import * as z from "zod";
import { statesIn } from "@/lib/acts/rules";
import { waysFound } from "@/lib/bank/schema";
import { lineStates } from "@/lib/bank/state-rules";
import { reinvestments } from "@/lib/investments/redemption-schema";
import { investmentStates } from "@/lib/investments/rules";
import { payoutStates } from "@/lib/payouts/state-rules";
import { duties, investorTypes, roles, verificationStatuses } from "@/lib/roles";
import { reviewQueues } from "@/lib/submission-rules";
import "@/lib/zod";

/**
 * The change lists (product 10.47, ADR 56): the rows of a resource by the time of their last change. A row has only values of its own table,
 * and of others that never change, so that every change of a value moves it. Safe in the browser. Amounts are kobo as decimal text.
 */
const id = z.uuid();
const amount = z.string();
const day = z.iso.date();
const time = z.iso.datetime();
const row = { _id: id, updatedAt: time };

const user = z.object({
  ...row,
  name: z.string(),
  companyName: z.string().nullable(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(roles),
  isSuper: z.boolean(),
  /** Set for administrators who are no super administrators. */
  duty: z.enum(duties).nullable(),
  investorType: z.enum(investorTypes),
  status: z.enum(verificationStatuses),
  /** Whether the user renews an approved verification, and keeps their access until the decision. */
  renewing: z.boolean(),
  submissionId: id.nullable(),
  submittedAt: time.nullable(),
  /** For super administrators; null for others. */
  reviewedAt: time.nullable(),
  closedAt: time.nullable(),
  createdAt: time,
});

const submission = z.object({
  ...row,
  userId: id,
  kind: z.enum(["individual", "corporate"]),
  queue: z.enum(reviewQueues).nullable(),
  state: z.enum(["pending", "approved", "rejected", "superseded"]),
  submittedAt: time.nullable(),
  /** The deadline of the decision. */
  dueAt: time.nullable(),
  changesRequested: z.boolean(),
  claimedById: id.nullable(),
  claimedAt: time.nullable(),
  /** The reviewer, for super administrators; null for others. */
  reviewedById: id.nullable(),
  reviewedAt: time.nullable(),
  /** When the first of its identity documents expires. */
  idExpiresOn: day.nullable(),
});

const investment = z.object({
  ...row,
  userId: id,
  planId: id,
  /** The version of the plan. */
  version: z.int(),
  reference: z.string(),
  amount,
  state: z.enum(investmentStates),
  requestedAt: time,
  expiresAt: time,
  paidOn: day.nullable(),
  startOn: day.nullable(),
  maturityOn: day.nullable(),
  nextDueOn: day.nullable(),
  waitsFor: z.string().nullable(),
  reinvest: z.enum(reinvestments),
  /** The matured investment that was reinvested in this one. */
  renewsId: id.nullable(),
});

const payout = z.object({
  ...row,
  batchId: id,
  /** The investor; null for an unknown sender. */
  userId: id.nullable(),
  reference: z.string(),
  amount,
  state: z.enum(statesIn(payoutStates)),
  createdAt: time,
  settledOn: day.nullable(),
});

const statementLine = z.object({
  ...row,
  statementId: id,
  bankAccountId: id,
  /** The place among the lines of the account. */
  position: z.string(),
  on: day,
  /** Negative if paid out. */
  amount,
  /** The balance of the account after it. */
  balance: amount,
  /** Empty after the retention period, like the counterparty. */
  narration: z.string(),
  counterparty: z.string(),
  bankReference: z.string(),
  /** Withdrawn if the import was undone. */
  state: z.enum(statesIn(lineStates)),
  /** The investment that is proposed for it. */
  proposedId: id.nullable(),
  proposedBy: z.enum(waysFound).nullable(),
  /** The last act about it. */
  actId: id,
});

const ledgerEntry = z.object({
  ...row,
  kind: z.string(),
  /** The day in Lagos. */
  on: day,
  /** What it is about, such as an investment. */
  subjectId: id.nullable(),
  /** The entry that it reverses. */
  reversesId: id.nullable(),
  actId: id.nullable(),
  createdAt: time,
  /** They add up to zero: debits are positive, credits negative. */
  postings: z.array(
    z.object({
      account: z.string(),
      /** What the account belongs to, such as an investment or a bank account; null for accounts of the firm. */
      subjectId: id.nullable(),
      amount,
      /** The balance of the account after it. */
      balance: amount,
    }),
  ),
});

/** The rows of each change list. */
export const changeRows = { user, submission, investment, payout, statementLine, ledgerEntry };
export type ChangeList = keyof typeof changeRows;
export type ChangeRow<Name extends ChangeList> = z.output<(typeof changeRows)[Name]>;

const cursorParts = z.tuple([time, id]);
const cursor = z
  .string()
  .refine((text) => cursorParts.safeParse(text.split("_")).success, "This cursor does not exist");

/** Returns the cursor after a row: its `updatedAt` and `_id`, joined by `_`. */
export const cursorAfter = ({ updatedAt, _id }: { updatedAt: string; _id: string }): string =>
  `${updatedAt}_${_id}`;

/** Where to begin: after a row, or with the rows that were changed since a time. Without either, with the oldest change. */
const start = {
  after: cursor.optional(),
  updatedSince: z.iso
    .datetime({ offset: true, error: "Enter a time such as 2026-11-02T09:30:00Z" })
    .optional(),
};
export const changeExportQuery = z.object(start);
export type ChangeExportQuery = z.output<typeof changeExportQuery>;

export const MAX_CHANGES = 500;
export const changeQuery = z.object({
  ...start,
  limit: z.coerce.number().int().min(1).max(MAX_CHANGES, `At most ${MAX_CHANGES}`).default(100),
});
export type ChangeQuery = z.output<typeof changeQuery>;

/** `next` is the cursor after the last row, or the given one if there is none: the next `after`. */
export const changePage = z.object({ next: z.string().nullable(), hasMore: z.boolean() });
