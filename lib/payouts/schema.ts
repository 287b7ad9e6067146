import * as z from "zod";
import { statesIn } from "@/lib/acts/rules";
import { batchStates, payoutStates } from "./state-rules";
import { text } from "@/lib/forms/atoms";
import { nameEnquiryStates } from "./name-enquiry-state-rules";
import "@/lib/zod";

/** Request and response schemas for the payout calls (product 10.34). Safe in the browser. Amounts are kobo as decimal text. */
const amount = z.string();
const time = z.iso.datetime();
const person = z.object({ _id: z.uuid(), name: z.string() });

/** The maximum number of amounts due in a batch. */
export const MAX_BATCH = 500;

const cursor = { after: z.uuid().optional(), limit: z.coerce.number().int().min(1).max(100).default(50) };
export const dueQuery = z.object(cursor);
export const batchPage = z.object(cursor);

export const dueProblems = ["restored", "stopped", "watchlist", "no_account", "held"] as const;

/** Payouts to an investor are stopped, until this act is undone. */
export const payoutStopDto = z.object({ actId: z.uuid(), by: person, at: time });
export type PayoutStopDto = z.output<typeof payoutStopDto>;

export const stopPayoutsSchema = z.object({
  note: text(3, "Explain why, in at least 3 characters", 500),
});

/** The last release of an amount due, if it was returned, or rejected by the bank (`on` is null); null otherwise. */
const cameBack = z.object({ releasedOn: z.string(), on: z.string().nullable() }).nullable();

/** What to do after a restore, before anything is paid. */
export const RESTORE_HINT =
  "Import the statements up to that day first, because they may show payments that are missing here.";

const sources = z.enum(["investment", "receipt"]);

/** An amount due that is in no payout. */
export const dueDto = z.object({
  _id: z.uuid(),
  source: sources,
  investor: person.nullable(),
  /** The investment's reference; null for an unknown receipt. */
  reference: z.string().nullable(),
  /** The statement line of a refund to an unknown sender, with what the bank says about the sender. */
  line: z.object({ on: z.string(), narration: z.string(), counterparty: z.string() }).nullable(),
  amount,
  /** Due since this day. */
  on: z.string(),
  /** With a masked number. */
  account: z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() }).nullable(),
  /** The reason why it cannot be proposed; null if it can. */
  problem: z.enum(dueProblems).nullable(),
  heldUntil: time.nullable(),
  stop: payoutStopDto.nullable(),
  cameBack,
});
export type DueDto = z.output<typeof dueDto>;

export const proposeBatchSchema = z.object({
  /** The ids of the amounts due. */
  ids: z.array(z.uuid().toLowerCase()).min(1, "Choose at least one amount").max(MAX_BATCH),
  /** The total that the administrator has seen, of up to MAX_BATCH amounts. */
  total: z.string("Enter an amount").regex(/^[1-9]\d{0,17}$/, "Enter an amount above zero"),
});

export const batchDto = z.object({
  _id: z.uuid(),
  state: z.enum(statesIn(batchStates)),
  count: z.int(),
  total: amount,
  proposedBy: person,
  proposedAt: time,
  decidedBy: person.nullable(),
  decidedAt: time.nullable(),
  /** The numbers of its payouts that the statement shows as paid, and that came back. */
  paid: z.int(),
  returned: z.int(),
});
export type BatchDto = z.output<typeof batchDto>;

/** An amount due as a part of a payout, with its evidence (ADR 44). */
const partDto = z.object({
  _id: z.uuid(),
  source: sources,
  amount,
  /** Due since this day. */
  on: z.string(),
  cameBack,
  /** Its investment; null for a refund to an unknown sender. */
  investment: z.object({ _id: z.uuid(), reference: z.string() }).nullable(),
  /** Why it is owed: the entries that made it due. */
  reasons: z.array(z.object({ label: z.string(), on: z.string() })),
  /** The receipts that its money came from. Until a statement shows all of them, it is not released. */
  receipts: z.array(
    z.object({
      on: z.string(),
      amount,
      /** Null for a manual receipt that no imported statement shows yet. */
      statement: z.object({ fileName: z.string(), importedBy: person }).nullable(),
    }),
  ),
});

/** A transfer to one account: a batch has one for each payee. */
export const payoutDto = z.object({
  _id: z.uuid(),
  state: z.enum(statesIn(payoutStates)),
  amount,
  reference: z.string(),
  investor: person.nullable(),
  /** Null after the retention period (ADR 15). */
  account: z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() }).nullable(),
  /** The account name in the bank's characters, if they differ. */
  sentAs: z.string().nullable(),
  /** The administrator who entered the account of an unknown sender. */
  accountEnteredBy: person.nullable(),
  /** The day on which it was paid or returned; null if the bank has rejected it. */
  settledOn: z.string().nullable(),
  /** Null once it is settled or withdrawn, too. */
  stop: payoutStopDto.nullable(),
  /** Whether a downloaded payment file has it. */
  isInFile: z.boolean(),
  /** Whom the institution names as the holder of the account; null if no provider was asked. */
  nameEnquiry: z
    .object({
      state: z.enum(nameEnquiryStates),
      /** The holder's name; null without an answer. */
      name: z.string().nullable(),
      /** The session of the enquiry, if the provider gives one. */
      session: z.string().nullable(),
      askedAt: time,
    })
    .nullable(),
  /** What it pays; empty if its batch was withdrawn. */
  parts: z.array(partDto),
});
export type PayoutDto = z.output<typeof payoutDto>;

/** A batch with its payouts. */
export const batchDetailDto = batchDto.extend({
  payouts: z.array(payoutDto),
  /** Whether creating an administrator takes two people (ADR 28): otherwise, two accounts may be one person. */
  isSecondApprovalOn: z.boolean(),
  /** The day of a restore, until a statement of that day is imported: nothing is released or sent to the bank. */
  restoredOn: z.string().nullable(),
});
export type BatchDetailDto = z.output<typeof batchDetailDto>;

/** The reason for a further file, which could be sent to the bank twice. */
export const fileReasonSchema = z.object({
  reason: text(3, "Explain why you need another file, in at least 3 characters", 500),
});

/** The format of a payment file: CSV, pain.001, or the id of an upload template. */
export const paymentFileSchema = fileReasonSchema
  .partial()
  .extend({ format: z.union([z.enum(["csv", "pain.001"]), z.uuid().toLowerCase()]) });

/** What the bank's answer file says about a payout. */
export const bankAnswerDto = z.object({
  _id: z.uuid(),
  reference: z.string(),
  /** In the bank's words. */
  status: z.string(),
  /** Whether it is in transit, so that a rejection can be recorded. */
  isOpen: z.boolean(),
  /** Whether the bank's words say that it was not paid. */
  isRejected: z.boolean(),
});
export type BankAnswerDto = z.output<typeof bankAnswerDto>;
