import * as z from "zod";
import { text } from "@/lib/forms/atoms";
import { statesOf } from "@/lib/transitions";
import { accountName, accountNumber } from "@/lib/verification/forms/common-fields";
import { batchTransitions, payoutTransitions } from "./states";
import "@/lib/zod";

/** Input and answers of the calls about payouts (product 10.34). Safe in the browser. Amounts are kobo as decimal text. */
const amount = z.string();
const time = z.iso.datetime();
const person = z.object({ _id: z.uuid(), name: z.string() });

/** The bank account to which a payout goes. */
export const payoutAccount = z.object({
  bankName: text(2, "Bank name is required"),
  accountNumber: accountNumber.schema,
  accountName: accountName.schema,
});
export type PayoutAccount = z.output<typeof payoutAccount>;

/** The maximum number of payouts in a batch. */
export const MAX_BATCH = 500;

const cursor = { after: z.uuid().optional(), limit: z.coerce.number().int().min(1).max(100).default(50) };
export const dueQuery = z.object(cursor);
export const batchPage = z.object(cursor);

export const dueProblems = ["proposed", "no_account", "held"] as const;

/** The last release of what is due, which came back, or which the bank has rejected (`on` is null); null if it did not, or for what is not due. */
const cameBack = z.object({ releasedOn: z.string(), on: z.string().nullable() }).nullable();

/** What has to be paid to somebody. */
export const dueDto = z.object({
  /** Of the investment, or of the receipt that has to be sent back. */
  _id: z.uuid(),
  source: z.enum(["investment", "receipt"]),
  investor: person.nullable(),
  /** Of the investment; null for a receipt that belongs to none. */
  reference: z.string().nullable(),
  amount,
  /** With a masked number. */
  account: z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() }).nullable(),
  /** Why it cannot be proposed; null if it can. */
  problem: z.enum(dueProblems).nullable(),
  heldUntil: time.nullable(),
  cameBack,
});
export type DueDto = z.output<typeof dueDto>;

export const proposeBatchSchema = z.object({
  /** The ids of what is due. */
  ids: z.array(z.uuid().toLowerCase()).min(1, "Choose what to pay").max(MAX_BATCH),
  /** The sum that the administrator has seen, of up to MAX_BATCH amounts. */
  total: z.string("Enter an amount").regex(/^[1-9]\d{0,17}$/, "Enter an amount above zero"),
});

export const batchStates = statesOf(batchTransitions);
export const batchDto = z.object({
  _id: z.uuid(),
  state: z.enum(batchStates),
  count: z.int(),
  total: amount,
  proposedBy: person,
  proposedAt: time,
  decidedBy: person.nullable(),
  decidedAt: time.nullable(),
});
export type BatchDto = z.output<typeof batchDto>;

export const payoutStates = statesOf(payoutTransitions);
export const payoutDto = z.object({
  _id: z.uuid(),
  source: z.enum(["investment", "receipt"]),
  state: z.enum(payoutStates),
  amount,
  reference: z.string(),
  investor: person.nullable(),
  /** Null for an old payout (ADR 15). */
  account: z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() }).nullable(),
  /** Who entered the account of an unknown sender. */
  accountEnteredBy: person.nullable(),
  /** The day on which it left the bank account, or came back; null for one that the bank has rejected. */
  settledOn: z.string().nullable(),
  cameBack,
});
export type PayoutDto = z.output<typeof payoutDto>;

/** A batch with its payouts. */
export const batchDetailDto = batchDto.extend({ payouts: z.array(payoutDto) });
export type BatchDetailDto = z.output<typeof batchDetailDto>;

export const paymentFileSchema = z.object({ format: z.enum(["csv", "pain.001"]) });
