import "server-only";
import { recordAct } from "@/lib/acts/record";
import { audit, type AuditAction } from "@/lib/audit/audit";
import { dayOf } from "@/lib/dates";
import { transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, invalid, notFound } from "@/lib/errors";
import { allocateReceipt } from "@/lib/investments/commands";
import { emailRefund } from "@/lib/investments/refund-email";
import { parseReference } from "@/lib/investments/reference-rules";
import { postEntry } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import type { Viewer } from "@/lib/viewer";
import { lockMoneyAdministrator } from "./lock-money-administrator";
import { getLine } from "./queries";
import { queueRefund } from "./refunds";
import type { Booking, LineDto, MatchInput } from "./schema";

/**
 * Decisions about statement lines (product 10.32, ADR 40). A line is decided once: deciding it again throws CONFLICT, unless the decision was
 * undone (ADR 44). The routes require a fresh proof of identity, and each decision throws RECENTLY_RESET. Locks are acquired in one order:
 * users, the line, investments.
 */
type Line = Prisma.StatementLineModel;

async function findLine(tx: Tx, id: string): Promise<Line> {
  const line = await tx.statementLine.findUnique({ where: { id } });
  if (!line) throw notFound("This statement line does not exist");
  return line;
}

async function lockWaitingLine(tx: Tx, id: string): Promise<Line> {
  await tx.$queryRaw`SELECT 1 FROM statement_lines WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const line = await findLine(tx, id);
  if (line.state !== "waiting")
    throw new AppError("CONFLICT", "This statement line has already been decided", {
      data: { state: line.state },
    });
  return line;
}

const requireReceived = (line: Line): Line => {
  if (line.amount < 0n)
    throw new AppError("CONFLICT", "This statement line is money out, so it is not a receipt");
  return line;
};

/** Returns investment ids as audit data, which allows one id per name. */
const investmentData = (ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id, index) => [`investment${index + 1}`, id]));

/** A decision about a line: the act, the state that follows, and its audit row. */
interface Decision {
  actId: string;
  state: "matched" | "returning" | "ignored";
  action: AuditAction;
  payoutId?: string;
}

/** Stores the decision about a locked line with its audit row. */
export async function settleLine(
  tx: Tx,
  viewer: Viewer,
  { id }: Line,
  { actId, state, action, payoutId }: Decision,
): Promise<LineDto> {
  await tx.statementLine.update({ where: { id }, data: { state, actId } });
  const settled = await getLine(id, tx);
  const { bookedAs, investments } = settled;
  await audit(tx, {
    actorId: viewer.userId,
    action,
    targetId: id,
    data: {
      ...(bookedAs && { bookedAs }),
      ...(payoutId && { payoutId }),
      ...investmentData(investments.map(({ _id }) => _id)),
    },
  });
  return settled;
}

/**
 * Matches a received line with one or several investments, and queues any surplus as a refund. Throws NOT_FOUND, FORBIDDEN, including for
 * an investment of the viewer, CONFLICT, and VALIDATION_FAILED at an allocation.
 */
export const matchLine = (viewer: Viewer, id: string, { parts }: MatchInput): Promise<LineDto> =>
  transaction(async (tx) => {
    const investments = await findInvestments(tx, parts);
    await lockMoneyAdministrator(
      tx,
      viewer,
      investments.map(({ userId }) => userId),
    );
    const line = requireReceived(await lockWaitingLine(tx, id));
    const amounts = parts.map(({ amount }) => BigInt(amount));
    if (amounts.reduce((sum, amount) => sum + amount, 0n) !== line.amount)
      throw invalid("parts.0.amount", "The allocations do not add up to the amount of the statement line");
    const matched = investments
      .map((investment, index) => ({ ...investment, amount: amounts[index]! }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const actId = await recordAct(tx, { kind: "match", actorId: viewer.userId, subjects: { line: [id] } });
    for (const { id: investmentId, userId, amount } of matched) {
      const receipt = { investmentId, amount, receivedOn: dayOf(line.on) };
      const surplus = await allocateReceipt(tx, viewer.userId, actId, receipt);
      // A refund per investment, so that each is paid to the verified account of its investor.
      if (surplus > 0n) await queueRefund(tx, actId, { amount: surplus, investmentId, userId, lineId: id });
    }
    return settleLine(tx, viewer, line, { actId, state: "matched", action: "statement_line.matched" });
  });

async function findInvestments(
  tx: Tx,
  parts: MatchInput["parts"],
): Promise<{ id: string; userId: string }[]> {
  const references = parts.map(({ reference }, index) => {
    const parsed = parseReference(reference);
    if (!parsed)
      throw invalid(`parts.${index}.reference`, "That is not a valid reference. Check it and try again.");
    return parsed;
  });
  const rows = await tx.investment.findMany({
    where: { reference: { in: references } },
    select: { id: true, userId: true, reference: true },
    take: references.length,
  });
  return references.map((reference, index) => {
    if (references.indexOf(reference) !== index)
      throw invalid(`parts.${index}.reference`, "This investment is already in another allocation");
    const found = rows.find((row) => row.reference === reference);
    if (!found) throw invalid(`parts.${index}.reference`, "No investment has this reference");
    return found;
  });
}

/** Locks an undecided line for a decision. Throws FORBIDDEN, RECENTLY_RESET, NOT_FOUND and CONFLICT. */
export const decideLine = (viewer: Viewer, id: string, work: (tx: Tx, line: Line) => Promise<LineDto>) =>
  transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer);
    return work(tx, await lockWaitingLine(tx, id));
  });

/**
 * Queues a refund of an entire received line: to the investor whose reference it has, otherwise to an unknown sender. Throws NOT_FOUND,
 * FORBIDDEN, including for an investment of the viewer, and CONFLICT.
 */
export const refundLine = (viewer: Viewer, id: string): Promise<LineDto> =>
  transaction(async (tx) => {
    const { proposedId, proposedBy } = await findLine(tx, id);
    const named =
      proposedId && proposedBy === "reference"
        ? await tx.investment.findUnique({ where: { id: proposedId } })
        : null;
    await lockMoneyAdministrator(tx, viewer, named ? [named.userId] : []);
    const line = requireReceived(await lockWaitingLine(tx, id));
    const actId = await recordAct(tx, { kind: "refund", actorId: viewer.userId, subjects: { line: [id] } });
    await queueRefund(tx, actId, {
      amount: line.amount,
      investmentId: named?.id ?? null,
      userId: named?.userId ?? null,
      lineId: id,
    });
    await emailRefund(tx, named?.id ?? null, line.amount);
    return settleLine(tx, viewer, line, { actId, state: "returning", action: "statement_line.returned" });
  });

/** Takes the receipt of a line that turns out not to be one out of the ledger. */
export const correctReceipt = (tx: Tx, actId: string, { on, amount }: Line) =>
  postEntry(tx, journal.receiptCorrection({ actId, on: dayOf(on), amount }));

/** Leaves a line out of the ledger, such as a transaction that the bank has reversed. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export const ignoreLine = (viewer: Viewer, id: string, note: string): Promise<LineDto> =>
  decideLine(viewer, id, async (tx, line) => {
    const act = { kind: "ignore", actorId: viewer.userId, subjects: { line: [id] }, note } as const;
    const actId = await recordAct(tx, act);
    if (line.amount > 0n) await correctReceipt(tx, actId, line);
    return settleLine(tx, viewer, line, { actId, state: "ignored", action: "statement_line.ignored" });
  });

/**
 * Books a line that concerns no investor: the firm's own funds in either direction, or a tax payment. Throws NOT_FOUND, FORBIDDEN,
 * CONFLICT.
 */
export const bookLine = (viewer: Viewer, id: string, as: Booking): Promise<LineDto> =>
  decideLine(viewer, id, async (tx, line) => {
    const isReceived = line.amount > 0n;
    const amount = isReceived ? line.amount : -line.amount;
    if (isReceived && as === "tax_payment")
      throw new AppError("CONFLICT", "A tax payment must be money out, not money in");
    const actId = await recordAct(tx, { kind: as, actorId: viewer.userId, subjects: { line: [id] } });
    if (isReceived) await correctReceipt(tx, actId, line);
    const event = { actId, on: dayOf(line.on), amount };
    await postEntry(
      tx,
      as === "tax_payment" ? journal.taxPayment(event) : journal.transfer({ ...event, isIn: isReceived }),
    );
    return settleLine(tx, viewer, line, { actId, state: "matched", action: "statement_line.booked" });
  });
