import { db } from "@/lib/db/client";
import type { InvestmentDto } from "@/lib/investments/schema";
import { readSubjectTotals } from "@/lib/ledger/queries";
import { call, get, post, type Answer, type SignedIn } from "./api";

/** Investments (product 10.31): requests, capacity, cancellation, expiry, receipts, and the operations they block. */
export const HUNDRED_THOUSAND = "10000000";

export const HOUR_MS = 3_600_000;

export const of = (answer: Answer): InvestmentDto => answer.body.data;

export const request = (by: SignedIn, body: unknown, key?: string) =>
  call("POST", "/api/investments", {
    body,
    token: by.token,
    ...(key && { headers: { "Idempotency-Key": key } }),
  });

export const ownInvestment = async (by: SignedIn, { _id }: { _id: string }) =>
  of(await get(`/api/investments/${_id}`, by.token));

export const cancel = (by: SignedIn, { _id }: { _id: string }, server: 0 | 1 = 0) =>
  post(`/api/investments/${_id}/cancel`, {}, by.token, server);

export const auditOf = async (targetId: string) =>
  (await db.auditEvent.findMany({ where: { targetId }, orderBy: { seq: "asc" } })).map(
    ({ action }) => action,
  );

export const totalsOf = async ({ _id }: { _id: string }) => (await readSubjectTotals([_id])).get(_id) ?? {};

/** Returns the refunds due from an investment's receipts. */
export const returnsOf = async ({ _id }: { _id: string }) =>
  (await db.amountDue.findMany({ where: { investmentId: _id, state: "due" }, orderBy: { id: "asc" } })).map(
    ({ amount }) => amount,
  );

export const refused = ({ status, body }: Answer) => [status, body.error, body.message];

/** Moves the times of an investment into the past. */
export const age = ({ _id }: { _id: string }, hours: number) =>
  db.$executeRaw`UPDATE investments SET requested_at = requested_at - ${hours}::int * interval '1 hour',
    cancel_until = cancel_until - ${hours}::int * interval '1 hour', expires_at = expires_at - ${hours}::int * interval '1 hour'
    WHERE id = ${_id}::uuid`;
