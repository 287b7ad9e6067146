import { expect } from "vitest";
import { db } from "@/lib/db/client";
import type { InvestmentDto } from "@/lib/investments/schema";
import type { BatchDetailDto, DueDto } from "@/lib/payouts/schema";
import { admin, get, person, post, put, urls, type SignedIn } from "./api";
import { invest, openPlan, type SamplePlan } from "./investments";
import { account, DAY_MS, HUNDRED_THOUSAND, owe, receiveOnStatement } from "./payouts";

/** The calls of two administrators who pay investors of a plan (product 10.34). */
export let proposer: SignedIn;
export let releaser: SignedIn;
export let plan: SamplePlan;

/** Creates the administrators and the plan. */
export async function setUpPayouts(): Promise<void> {
  [proposer, releaser, plan] = await Promise.all([admin(), admin(), openPlan()]);
}

/** Creates an investor whose account was approved a day after `submittedAt`, which determines whether payouts are held back. */
export const investorSince = (submittedAt: Date, investorType: "personal" | "corporate" = "personal") =>
  person({ role: "investor", investorType, verification: "approved", submittedAt });

export const verified = (type?: "corporate") => investorSince(new Date(Date.now() - 30 * DAY_MS), type);

/** Creates an active investment with `due` kobo due. */
export async function owing(by: SignedIn, due: string): Promise<InvestmentDto & { dueId: string }> {
  const investment = await invest(by, plan);
  await receiveOnStatement(proposer, investment, HUNDRED_THOUSAND);
  const dueId = await owe({ id: investment._id, userId: by.id }, BigInt(due));
  return { ...investment, dueId };
}

/** Returns the id of what an investment owes. */
export const dueOf = async ({ _id: investmentId }: InvestmentDto) =>
  (await db.amountDue.findFirstOrThrow({ where: { investmentId, state: "due" } })).id;

export async function findInList(id: string): Promise<DueDto | undefined> {
  for (let after: string | undefined; ;) {
    const query = after ? `?limit=100&after=${after}` : "?limit=100";
    const { body } = await get(`/api/admin/payouts/due${query}`, proposer.token);
    const found = (body.data as DueDto[]).find(({ _id }) => _id === id);
    const { next } = body as unknown as { next: string | null };
    if (found || !next) return found;
    after = next;
  }
}

export const propose = (ids: string[], total: string, by = proposer, server: 0 | 1 = 0) =>
  post("/api/admin/payouts/batches", { ids, total }, by.token, server);

export const act = (
  name: "release" | "withdraw",
  { _id }: { _id: string },
  by = releaser,
  server: 0 | 1 = 0,
) => post(`/api/admin/payouts/batches/${_id}/${name}`, undefined, by.token, server);

export async function proposed(ids: string[], total: string): Promise<BatchDetailDto> {
  const answer = await propose(ids, total);
  expect([answer.status, answer.body.message]).toEqual([201, "Payouts proposed"]);
  return answer.body.data;
}

export async function released(ids: string[], total: string): Promise<BatchDetailDto> {
  const answer = await act("release", await proposed(ids, total));
  expect([answer.status, answer.body.message]).toEqual([200, "Payouts released"]);
  return answer.body.data;
}

export const download = async ({ _id }: { _id: string }, format: string, reason?: string, by = releaser) => {
  const query = new URLSearchParams({ format, ...(reason && { reason }) });
  const response = await fetch(`${urls()[0]}/api/admin/payouts/batches/${_id}/file?${query}`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  return { status: response.status, text: await response.text() };
};

export const enter = (id: string, body: object = account, by = proposer) =>
  put(`/api/admin/payouts/due/${id}/account`, body, by.token);

export const fail = ({ payouts: [payout] }: BatchDetailDto, by = proposer) =>
  post(`/api/admin/payouts/transfers/${payout!._id}/failed`, undefined, by.token);
