import "server-only";
import { recordAct } from "@/lib/acts/record";
import { propose, transactionOrProposal } from "@/lib/approvals/proposals";
import type { ActPayload } from "@/lib/approvals/act-schema";
import { dayOf } from "@/lib/dates";
import { transaction, type Prisma, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { emailRefund } from "@/lib/investments/refund-email";
import { allowsDirection, categories, directionOf, type Category } from "@/lib/ledger/category-rules";
import { queueRefund } from "@/lib/ledger/dues";
import { postEntry } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { formatKobo } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";
import { lockMoneyAdministrator } from "./lock-money-administrator";
import { openTexts } from "./statement-lines";
import {
  alone,
  decideLine,
  findLine,
  findNamedInvestments,
  investorsWhoSent,
  lockWaitingLine,
  requireReceived,
  settleLine,
  type Line,
  type People,
} from "./settle-line";
import type { Booking, LineDto } from "./schema";

/** Refunds, ignored lines and bookings (product 10.32, ADR 40). */
/**
 * Queues a refund of an entire received line: to the investor whose reference it has, unless it has references of several investors or
 * someone else sent it, and otherwise to an unknown sender. Throws NOT_FOUND, FORBIDDEN, including for an investment of the viewer, and CONFLICT.
 */
export const refundLine = (viewer: Viewer, id: string): Promise<LineDto> =>
  transaction(async (tx) => refund(tx, alone(viewer), await lockRefund(tx, viewer, id)));

interface LockedRefund {
  line: Line;
  /** The investment whose investor is paid; undefined if it is an unknown sender. */
  named: Prisma.InvestmentModel | undefined;
}

/** Locks a line that is refunded. Throws like `refundLine`. */
export async function lockRefund(tx: Tx, viewer: Viewer, id: string): Promise<LockedRefund> {
  const investments = await findNamedInvestments(tx, await findLine(tx, id));
  const investorIds = [...new Set(investments.map(({ userId }) => userId))];
  await lockMoneyAdministrator(tx, viewer, investorIds);
  const senders = await investorsWhoSent(tx, await findLine(tx, id), investorIds);
  const line = requireReceived(await lockWaitingLine(tx, id));
  // The payments of a batch booking may be of several senders.
  const isOfOne = investorIds.length === 1 && senders.size === 1 && openTexts(line).parts.length === 0;
  return { line, named: isOfOne ? investments[0] : undefined };
}

/** Refunds a locked line. */
export async function refund(tx: Tx, people: People, { line, named }: LockedRefund): Promise<LineDto> {
  const actId = await recordAct(tx, { kind: "refund", ...people, subjects: { line: [line.id] } });
  await queueRefund(tx, actId, {
    amount: line.amount,
    investmentId: named?.id ?? null,
    userId: named?.userId ?? null,
    lineId: line.id,
  });
  await emailRefund(tx, named?.id ?? null, line.amount);
  return settleLine(tx, people, line, { actId, state: "returning", action: "statement_line.returned" });
}

/** Sets a line aside that is not the firm's money, such as an error that the bank has reversed. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export const ignoreLine = (viewer: Viewer, id: string, note: string): Promise<LineDto> =>
  decideLine(viewer, id, (tx, line) => ignore(tx, alone(viewer), line, note));

/** Ignores a locked line. */
export async function ignore(tx: Tx, people: People, line: Line, note: string): Promise<LineDto> {
  const actId = await recordAct(tx, { kind: "ignore", ...people, subjects: { line: [line.id] }, note });
  const amount = absolute(line.amount);
  await postEntry(tx, journal.ignored({ actId, on: dayOf(line.on), amount, isIn: line.amount > 0n }));
  return settleLine(tx, people, line, { actId, state: "ignored", action: "statement_line.ignored" });
}

/**
 * Books a line that concerns no investor as a category. Above FIRM_TRANSFER_LIMIT_NAIRA, it must be confirmed by another administrator:
 * throws CONFIRMATION_REQUIRED. Throws NOT_FOUND, FORBIDDEN, CONFLICT, also if the category does not allow the direction of the line.
 */
export const bookLine = (viewer: Viewer, id: string, { as, note }: Booking): Promise<LineDto> =>
  transactionOrProposal(async (tx) => {
    await lockMoneyAdministrator(tx, viewer);
    const line = await lockWaitingLine(tx, id);
    const amount = absolute(line.amount);
    if (amount <= firmTransferLimit()) return book(tx, alone(viewer), line, { as, note });
    requireDirection(line, as);
    const direction = line.amount > 0n ? "received" : "paid";
    const decision = `book ${formatKobo(amount)} ${direction} on ${dayOf(line.on)} as ${categories[as].noun}`;
    return propose(tx, viewer, {
      kind: "firm_transfer",
      targetId: null,
      payload: { lineId: id, decision, as, ...(note && { note }) },
    });
  });

/** Books a line as the viewer has confirmed. Throws like `bookLine`. */
export async function executeBooking(
  tx: Tx,
  viewer: Viewer,
  { lineId, as, note }: ActPayload<"firm_transfer">,
  proposerId: string,
): Promise<void> {
  await lockMoneyAdministrator(tx, viewer);
  const line = await lockWaitingLine(tx, lineId);
  await book(tx, { actorId: proposerId, confirmedById: viewer.userId }, line, { as, note });
}

/** The amount in kobo above which two people book a line. */
export const firmTransferLimit = (): bigint => BigInt(env.FIRM_TRANSFER_LIMIT_NAIRA) * 100n;

/** Returns an amount without its direction. */
export const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

function requireDirection({ amount }: Line, as: Category): void {
  if (!allowsDirection(as, directionOf(amount)))
    throw new AppError("CONFLICT", `Money ${directionOf(amount)} cannot be booked as ${categories[as].noun}`);
}

/** Books a locked line. Throws CONFLICT if the category does not allow its direction. */
export async function book(tx: Tx, people: People, line: Line, { as, note }: Booking): Promise<LineDto> {
  requireDirection(line, as);
  const actId = await recordAct(tx, { kind: as, ...people, subjects: { line: [line.id] }, note });
  const event = { actId, on: dayOf(line.on), amount: absolute(line.amount), isIn: line.amount > 0n };
  await postEntry(tx, journal.booking(as, event));
  return settleLine(tx, people, line, { actId, state: "matched", action: "statement_line.booked" });
}
