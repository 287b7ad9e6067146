import * as z from "zod";
import { endReasons, type EndReason } from "@/lib/acts/reason-labels";
import { text } from "@/lib/forms/atoms";
import { postingDto } from "@/lib/ledger/schema";
import { kobo } from "@/lib/money-schema";
import { termsDto } from "@/lib/plans/terms-schema";
import "@/lib/zod";
import { reinvestments } from "./redemption-schema";
import { investmentStates } from "./rules";

/** Request and response schemas for the investment calls (product 10.31). Safe in the browser. Amounts are kobo as decimal text. */
const amount = z.string();
const day = z.string();
const time = z.iso.datetime();
const state = z.enum(investmentStates);

export const requestInvestmentSchema = z.object({
  /** The plan's slug. */
  plan: z.string("Choose a plan").min(1, "Choose a plan").max(80),
  amount: kobo,
  /** The accepted version, and the hash of its terms. */
  version: z.int32().min(1),
  termsHash: z.string().regex(/^[\da-f]{64}$/),
  accepted: z.literal(true, "Accept the risk and the terms to continue"),
});

const page = { after: z.uuid().optional(), limit: z.coerce.number().int().min(1).max(50).default(20) };
export const investmentPage = z.object(page);
export const adminInvestmentQuery = z.object({
  ...page,
  state: z.enum(["all", ...investmentStates]).default("all"),
  /** A reference, an amount in naira, or a name, as typed. */
  q: z.string().trim().max(100).default(""),
});
export type AdminInvestmentQuery = z.output<typeof adminInvestmentQuery>;

/** The next instalment at the lowest and the highest return, after tax and with principal. */
const nextPayment = z.object({ day, low: amount, high: amount, isTarget: z.boolean() });

/** A redemption that has not taken effect: its amount is still invested. */
const pendingRedemption = z.object({
  _id: z.uuid(),
  amount,
  /** The day on which it takes effect, with the return declared for the period. */
  on: day,
  /** Whether two administrators ended the investment with it. */
  isEnd: z.boolean(),
  /** Whether the investor can cancel it. */
  canCancel: z.boolean(),
});

/** A row of an investor's list. */
export const investmentSummaryDto = z.object({
  _id: z.uuid(),
  reference: z.string(),
  state,
  planName: z.string(),
  amount,
  /** The principal invested now; zero before the start and after the end. */
  principal: amount,
  /** In order. */
  pendingRedemptions: z.array(pendingRedemption),
  /** The agreed return. */
  return: termsDto.shape.return,
  /** The amount received so far, while it is incomplete. */
  received: amount,
  requestedAt: time,
  expiresAt: time,
  startOn: day.nullable(),
  maturityOn: day.nullable(),
  nextPayment: nextPayment.nullable(),
  /** The value today, without targets; null unless it is active. */
  value: amount.nullable(),
  /** The month, such as `2026-11`, whose declaration the next instalment depends on. */
  waitsFor: z.string().nullable(),
});
export type InvestmentSummaryDto = z.output<typeof investmentSummaryDto>;

/** An investor's totals. */
export const portfolioDto = z.object({
  /** Invested principal. */
  invested: amount,
  /** The value today, without targets. */
  value: amount,
  /** Amounts due and not paid out. */
  due: amount,
  paidOut: amount,
  /** The value at the end of each month and today, oldest first. */
  points: z.array(z.object({ day, value: amount })),
});
export type PortfolioDto = z.output<typeof portfolioDto>;

/** An investor's totals and newest investments, for administrators. */
export const investorMoneyDto = z.object({
  /** The name of the investor. */
  name: z.string(),
  portfolio: portfolioDto,
  investments: z.array(investmentSummaryDto),
  /** Whether there are more. */
  hasMore: z.boolean(),
});
export type InvestorMoneyDto = z.output<typeof investorMoneyDto>;

const link = z.object({ _id: z.uuid(), reference: z.string() });

export const investmentDto = investmentSummaryDto.extend({
  planSlug: z.string(),
  version: z.int(),
  terms: termsDto,
  termsHash: z.string(),
  acceptedAt: time,
  cancelUntil: time,
  canCancel: z.boolean(),
  /** The amount due and not paid out. */
  due: amount,
  /** Tax withheld to date. */
  taxWithheld: amount,
  /** Refunds due: surplus or late receipts. */
  toReturn: amount,
  /** The choice at maturity, and the version accepted for it. */
  reinvestment: z.object({ choice: z.enum(reinvestments), version: z.int().nullable() }),
  /** The matured investment that was reinvested in this one, and the one in which this one was reinvested. */
  renews: link.nullable(),
  renewedBy: link.nullable(),
  /** Its ledger entries, newest first. */
  entries: z.array(z.object({ _id: z.uuid(), kind: z.string(), on: day, amount })),
  /** The account to transfer to; null if nothing is outstanding. */
  account: z.object({ bank: z.string(), name: z.string(), number: z.string() }).nullable(),
});
export type InvestmentDto = z.output<typeof investmentDto>;

/** An investment for administrators. */
export const adminInvestmentDto = investmentSummaryDto
  .omit({ nextPayment: true, value: true, waitsFor: true })
  .extend({ investor: z.object({ _id: z.uuid(), name: z.string() }) });
export type AdminInvestmentDto = z.output<typeof adminInvestmentDto>;

/** An investment with all of its postings, oldest first. */
export const investmentLedgerDto = adminInvestmentDto.extend({
  terms: termsDto,
  version: z.int(),
  postings: z.array(postingDto),
});
export type InvestmentLedgerDto = z.output<typeof investmentLedgerDto>;

/** Ends an active investment. */
export const endSchema = z.object({
  reason: z.enum(Object.keys(endReasons) as EndReason[], "Choose a reason"),
  note: text(3, "Explain the decision, in at least 3 characters", 500),
});
export type EndInput = z.output<typeof endSchema>;
