import * as z from "zod";
import { postingDto } from "@/lib/ledger/schema";
import { kobo } from "@/lib/money-schema";
import { termsDto } from "@/lib/plans/terms-schema";
import "@/lib/zod";
import { reinvestments } from "./redemption-schema";
import { investmentStates } from "./rules";

/** Input and answers of the calls about investments (product 10.31). Safe in the browser. Amounts are kobo as decimal text. */
const amount = z.string();
const day = z.string();
const time = z.iso.datetime();
const state = z.enum(investmentStates);

export const requestInvestmentSchema = z.object({
  /** The plan's address. */
  plan: z.string("Choose a plan").min(1, "Choose a plan").max(80),
  amount: kobo,
  /** The version that the investor has read, and the hash of its terms. */
  version: z.int().min(1),
  termsHash: z.string().regex(/^[\da-f]{64}$/),
  accepted: z.literal(true, "Accept the risk and the terms to go on"),
});

const page = { after: z.uuid().optional(), limit: z.coerce.number().int().min(1).max(50).default(20) };
export const investmentPage = z.object(page);
export const adminInvestmentQuery = z.object({
  ...page,
  state: z.enum(["all", ...investmentStates]).default("all"),
  /** A reference, as it is typed. */
  q: z.string().trim().max(100).default(""),
});
export type AdminInvestmentQuery = z.output<typeof adminInvestmentQuery>;

/** What is paid next, at the lowest and the highest return; after tax, with principal. */
const nextPayment = z.object({ day, low: amount, high: amount, isTarget: z.boolean() });

/** A row of an investor's list. */
export const investmentSummaryDto = z.object({
  _id: z.uuid(),
  reference: z.string(),
  state,
  planName: z.string(),
  amount,
  /** What has arrived while it waits for the rest. */
  received: amount,
  requestedAt: time,
  expiresAt: time,
  startOn: day.nullable(),
  maturityOn: day.nullable(),
  nextPayment: nextPayment.nullable(),
  /** What it is worth today, without targets; null unless it is active. */
  value: amount.nullable(),
  /** The month, such as `2026-11`, whose declaration the next payment waits for. */
  waitsFor: z.string().nullable(),
});
export type InvestmentSummaryDto = z.output<typeof investmentSummaryDto>;

/** What an investor has in all. */
export const portfolioDto = z.object({
  /** The principal of all investments. */
  invested: amount,
  /** What they are worth today, without targets. */
  value: amount,
  /** What is due and not paid yet. */
  due: amount,
  paidOut: amount,
  /** The value at the ends of months and today, oldest first. */
  points: z.array(z.object({ day, value: amount })),
});
export type PortfolioDto = z.output<typeof portfolioDto>;

const link = z.object({ _id: z.uuid(), reference: z.string() });

export const investmentDto = investmentSummaryDto.extend({
  planSlug: z.string(),
  version: z.int(),
  terms: termsDto,
  termsHash: z.string(),
  acceptedAt: time,
  cancelUntil: time,
  canCancel: z.boolean(),
  /** What is owed to the investor now and not paid yet. */
  due: amount,
  /** What was withheld from its returns so far. */
  taxWithheld: amount,
  /** What was too much or late, and is on its way back after two administrators have released it. */
  toReturn: amount,
  /** What happens at maturity, with the version that was accepted for it. */
  reinvestment: z.object({ choice: z.enum(reinvestments), version: z.int().nullable() }),
  /** The matured investment from whose money it was made, and the one that was made from its own. */
  renews: link.nullable(),
  renewedBy: link.nullable(),
  /** The entries of the ledger about it, newest first. */
  entries: z.array(z.object({ _id: z.uuid(), kind: z.string(), on: day, amount })),
  /** Where to pay; null once nothing is to be paid. */
  account: z.object({ bank: z.string(), name: z.string(), number: z.string() }).nullable(),
});
export type InvestmentDto = z.output<typeof investmentDto>;

/** An investment as administrators see it. */
export const adminInvestmentDto = investmentSummaryDto
  .omit({ nextPayment: true, value: true, waitsFor: true })
  .extend({ investor: z.object({ _id: z.uuid(), name: z.string() }) });
export type AdminInvestmentDto = z.output<typeof adminInvestmentDto>;

/** An investment with all that the ledger has about it, oldest first. */
export const investmentBooksDto = adminInvestmentDto.extend({
  terms: termsDto,
  version: z.int(),
  postings: z.array(postingDto),
});
export type InvestmentBooksDto = z.output<typeof investmentBooksDto>;
