import * as z from "zod";
import { statesIn } from "@/lib/acts/rules";
import { lineDto } from "@/lib/bank/schema";
import { adminInvestmentDto } from "@/lib/investments/schema";
import { dueDto } from "./schema";
import { payoutStates } from "./state-rules";
import "@/lib/zod";

/** The search over investments, statement lines, amounts due and payouts (product 10.34). Safe in the browser. */
export const paymentSearchQuery = z.object({
  /** A name, a reference, an amount in naira, a day, or the last digits of an account, as typed. */
  q: z.string().trim().min(2, "Type at least 2 characters").max(100),
});

const foundPayout = z.object({
  _id: z.uuid(),
  batchId: z.uuid(),
  reference: z.string(),
  /** The name of the account; null if it cannot be read. */
  payee: z.string().nullable(),
  /** The account, with a masked number. */
  account: dueDto.shape.account,
  amount: z.string(),
  state: z.enum(statesIn(payoutStates)),
  createdOn: z.string(),
  /** The day on which it was paid or returned. */
  settledOn: z.string().nullable(),
});
export type FoundPayoutDto = z.output<typeof foundPayout>;

/** At most ten of each, the newest first; amounts due the oldest first. */
export const paymentSearchDto = z.object({
  investments: z.array(adminInvestmentDto),
  lines: z.array(lineDto),
  due: z.array(dueDto),
  payouts: z.array(foundPayout),
});
export type PaymentSearchDto = z.output<typeof paymentSearchDto>;
