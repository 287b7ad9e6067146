import * as z from "zod";
import { decisionDto } from "@/lib/acts/decision-schema";
import { accountNames } from "./rules";

/** Request and response schemas for the ledger calls (product 10.35). Safe in the browser. Amounts are kobo as decimal text. */
const amount = z.string();
const account = z.enum(accountNames as [(typeof accountNames)[number], ...(typeof accountNames)[number][]]);

/** The total of every account in the chart; either debit or credit is zero. */
export const trialBalanceDto = z.object({
  accounts: z.array(z.object({ account, debit: amount, credit: amount })),
  debit: amount,
  credit: amount,
});
export type TrialBalanceDto = z.output<typeof trialBalanceDto>;

export const accountParams = z.object({ account });
export const accountPage = z.object({
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  /** Of the account `bank`; the oldest bank account, if it is missing. */
  bankAccountId: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const postingDto = z.object({
  entryId: z.uuid(),
  kind: z.string(),
  /** The day in Lagos. */
  on: z.string(),
  account: z.string(),
  /** Debits are positive, credits negative. `balance` is the account's balance after the posting. */
  amount,
  balance: amount,
  investment: z.object({ _id: z.uuid(), reference: z.string() }).nullable(),
  /** Who decided what was posted; null for entries from before acts were recorded. */
  decision: decisionDto.nullable(),
});
export type PostingDto = z.output<typeof postingDto>;
