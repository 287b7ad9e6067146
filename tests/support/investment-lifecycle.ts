import { expect, beforeAll } from "vitest";
import { dayAt, dayNumber, dayOf, lagosDay, dateOf } from "@/lib/dates";
import { db } from "@/lib/db/client";
import type { InvestmentDto } from "@/lib/investments/schema";
import { periodEnds, scheduleOf, type Instalment, type ScheduleOptions } from "@/lib/plans/schedule-rules";
import { toTerms, type TermsDto } from "@/lib/plans/terms-schema";
import { type SamplePlan, bankReference, requestBody } from "./investments";
import { type OwnClient } from "./own-server";
import { build, firstSuper, signIn, startInstallation } from "./second-approval";

export const AMOUNT = 10_000_000n;

export const today = lagosDay();

export const daysAgo = (days: number) => dayAt(dayNumber(today) - days);

export const money = BigInt;

export const fixed = (changes: Partial<TermsDto> = {}): Partial<TermsDto> => ({
  earlyRedemption: { fromDay: 1, charge: 100 },
  fee: 500,
  ...changes,
});

export const declared: Partial<TermsDto> = { return: { kind: "declared", low: 1_000, high: 2_000 } };

export interface Sample extends InvestmentDto {
  plan: SamplePlan;
  start: string;
}

export type Sums = Record<string, Record<string, bigint>>;

export const add = (sums: Sums, day: string, name: string, amount: bigint) => {
  if (amount !== 0n) (sums[day] ??= {})[name] = (sums[day]?.[name] ?? 0n) + amount;
};

/** Returns the ledger's postings for the schedule of an investment, by day and account. */
export async function postedOf(id: string): Promise<Sums> {
  const sums: Sums = {};
  const entries = await db.ledgerEntry.findMany({
    where: { subjectId: id, kind: { in: ["return_due", "principal_due", "loss"] } },
    include: { postings: { include: { account: true } } },
  });
  for (const { on, postings } of entries)
    for (const { account, amount } of postings) add(sums, dayOf(on), account.name, amount);
  return sums;
}

/** Returns the same according to `scheduleOf`, up to a day. */
export function scheduledOf(
  { terms, amount, start }: Sample,
  until: string,
  options: ScheduleOptions = {},
): Sums {
  const schedule = scheduleOf(toTerms(terms), money(amount), start, options);
  const payments: Instalment[] = schedule.kind === "fixed" ? schedule.instalments : schedule.low;
  const sums: Sums = {};
  const redeemed = (options.redemptions ?? []).reduce((sum, each) => sum + each.amount, 0n);
  for (const { day, gross, fee, tax, net, principal, charge, isTarget } of payments) {
    if (isTarget || day > until) break;
    const isRedemption = options.redemptions?.find((each) => each.day === day);
    const isLast = day === periodEnds(terms, start).at(-1);
    const taken = isLast ? money(amount) - redeemed : (isRedemption?.amount ?? 0n);
    add(sums, day, "return_expense", gross - (taken - principal));
    add(sums, day, "fee_income", -fee);
    add(sums, day, "withholding_tax_payable", -tax);
    add(sums, day, "due_to_investor", -(net + principal - charge));
    add(sums, day, "redemption_charges", -charge);
    add(sums, day, "principal", taken);
  }
  return sums;
}

export const expectScheduled = async (sample: Sample, options: ScheduleOptions = {}, until = today) =>
  expect(await postedOf(sample._id)).toEqual(scheduledOf(sample, until, options));

export const months = (count: number) => ({ unit: "months", count }) as const;

/** The investor of the file, and their client. */
export let client: OwnClient;
export let userId: string;
export let email: string;

/** Starts an installation with an investor before the tests of a file, and stops it after them. */
export function startWithInvestor(): void {
  startInstallation();
  beforeAll(async () => {
    const built = await build({ role: "investor", investorType: "personal", verification: "approved" });
    ({ id: userId, email } = built);
    client = await signIn(email);
  });
}

/** Creates an active investment whose tenor began on this day. */
export async function active(plan: SamplePlan, start: string, amount = AMOUNT): Promise<Sample> {
  const requested = await client.send("POST", "/api/investments", requestBody(plan, String(amount)));
  expect(requested.status).toBe(201);
  const { _id } = requested.body.data as InvestmentDto;
  const receipt = { bankReference: bankReference(), amount: String(amount), receivedOn: today };
  const received = await firstSuper.send("POST", `/api/admin/investments/${_id}/receipts`, receipt);
  expect(received.status).toBe(200);
  const { terms } = requested.body.data as InvestmentDto;
  const maturityOn = dateOf(periodEnds(terms, start).at(-1)!);
  const startOn = dateOf(start);
  await db.investment.update({
    where: { id: _id },
    data: { paidOn: startOn, startOn, maturityOn, nextDueOn: startOn },
  });
  return { ...(await investmentOf(_id)), plan, start };
}

export const investmentOf = async (id: string): Promise<InvestmentDto> =>
  (await client.send("GET", `/api/investments/${id}`)).body.data as unknown as InvestmentDto;

export const redeem = (id: string, amount: bigint, day = today) =>
  client.send("POST", `/api/investments/${id}/redemptions`, { amount: String(amount), day });
