import "server-only";
import { audit, type AuditAction } from "@/lib/audit/audit";
import { dayOf } from "@/lib/dates";
import { transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, invalid, notFound } from "@/lib/errors";
import { allocateReceipt, undoReceipt } from "@/lib/investments/commands";
import { emailRefund } from "@/lib/investments/refund-email";
import { parseReference } from "@/lib/investments/reference-rules";
import { postEntry, reverseEntry } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import type { Viewer } from "@/lib/viewer";
import { lockMoneyAdministrator } from "./lock-money-administrator";
import { getLine } from "./queries";
import { queueRefund } from "./refunds";
import type { Booking, LineDto, MatchInput } from "./schema";
import { receiptKey, sealNote } from "./statement-lines";

/**
 * Decisions about statement lines (product 10.32, ADR 40). A line is decided once: deciding it again throws CONFLICT. Only a match with
 * investments can be undone. The routes require a fresh proof of identity, and each decision throws RECENTLY_RESET. Locks are acquired in
 * one order: users, the line, investments.
 */
type Line = Prisma.StatementLineModel;

async function findLine(tx: Tx, id: string): Promise<Line> {
  const line = await tx.statementLine.findUnique({ where: { id } });
  if (!line) throw notFound("This statement line does not exist");
  return line;
}

async function lockLine(tx: Tx, id: string): Promise<Line> {
  await tx.$queryRaw`SELECT 1 FROM statement_lines WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return findLine(tx, id);
}

async function lockWaitingLine(tx: Tx, id: string): Promise<Line> {
  const line = await lockLine(tx, id);
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

/** Stores the decision about a locked line with its audit row. */
export async function settleLine(
  tx: Tx,
  viewer: Viewer,
  { id }: Line,
  action: AuditAction,
  data: Omit<Prisma.StatementLineUncheckedUpdateInput, "id">,
  payoutId: string | null = null,
): Promise<LineDto> {
  await tx.statementLine.update({
    where: { id },
    data: { ...data, decidedBy: viewer.userId, decidedAt: new Date() },
  });
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
    let surplusTotal = 0n;
    for (const { id: investmentId, userId, amount } of matched) {
      const receipt = { investmentId, amount, receivedOn: dayOf(line.on), source: line.key };
      const { surplus } = await allocateReceipt(tx, viewer.userId, receipt);
      // A refund per investment, so that each is paid to the verified account of its investor.
      if (surplus > 0n) await queueRefund(tx, { amount: surplus, investmentId, userId, lineId: id });
      surplusTotal += surplus;
    }
    return settleLine(tx, viewer, line, "statement_line.matched", {
      state: surplusTotal === line.amount ? "returning" : "matched",
      investmentIds: matched.map((investment) => investment.id),
    });
  });

/**
 * Undoes a match with investments: the investments are unpaid again, queued refunds of the line are removed, and the line is undecided.
 * Throws NOT_FOUND, FORBIDDEN, including for an investment of the viewer, and CONFLICT for other decisions, or if later entries depend on
 * the match.
 */
export const undoMatch = (viewer: Viewer, id: string): Promise<LineDto> =>
  transaction(async (tx) => {
    const before = await findLine(tx, id);
    const investments = await tx.investment.findMany({
      where: { id: { in: before.investmentIds } },
      select: { id: true, userId: true },
      orderBy: { id: "asc" },
      take: before.investmentIds.length,
    });
    await lockMoneyAdministrator(
      tx,
      viewer,
      investments.map(({ userId }) => userId),
    );
    const line = await lockLine(tx, id);
    requireMatch(line, before);
    let undone = await removeQueuedRefunds(tx, id);
    for (const { id: investmentId } of investments)
      undone += await undoReceipt(tx, viewer.userId, { investmentId, source: line.key });
    if (undone !== line.amount)
      throw new AppError(
        "CONFLICT",
        "Some of this receipt was refunded separately, so this match cannot be undone",
      );
    await tx.statementLine.update({
      where: { id },
      data: { state: "waiting", investmentIds: [], decidedBy: null, decidedAt: null },
    });
    await audit(tx, {
      actorId: viewer.userId,
      action: "statement_line.undone",
      targetId: id,
      data: investmentData(before.investmentIds),
    });
    return getLine(id, tx);
  });

/** Throws CONFLICT for a decision that cannot be undone, or if the line has changed since it was read. */
function requireMatch({ state, investmentIds, handEntryId }: Line, before: Line): void {
  const conflict = (message: string) => new AppError("CONFLICT", message, { data: { state } });
  if (state === "waiting") throw conflict("This statement line is not matched");
  if (investmentIds.length === 0) throw conflict("Only a match with investments can be undone");
  if (handEntryId)
    throw conflict("This statement line belongs to a manual receipt, so its match cannot be undone");
  if (investmentIds.join() !== before.investmentIds.join())
    throw conflict("This statement line has already been decided");
}

/** Removes the queued refunds of a line and returns their sum. Throws CONFLICT if one is in a batch. */
async function removeQueuedRefunds(tx: Tx, lineId: string): Promise<bigint> {
  const where = { lineId, state: { notIn: ["returned", "withdrawn"] } } satisfies Prisma.PayoutWhereInput;
  const { _count, _sum } = await tx.payout.aggregate({ where, _count: true, _sum: { amount: true } });
  const { count } = await tx.payout.deleteMany({ where: { lineId, state: "due" } });
  if (count !== _count)
    throw new AppError("CONFLICT", "The surplus of this line is already in a payout batch");
  return _sum.amount ?? 0n;
}

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
    await queueRefund(tx, {
      amount: line.amount,
      investmentId: named?.id ?? null,
      userId: named?.userId ?? null,
      lineId: id,
    });
    await emailRefund(tx, named?.id ?? null, line.amount);
    return settleLine(tx, viewer, line, "statement_line.returned", { state: "returning" });
  });

/** Reverses the receipt posted for a line that turns out not to be a receipt. */
export async function reverseReceipt(tx: Tx, { key, on }: Line): Promise<void> {
  const entry = await tx.ledgerEntry.findUniqueOrThrow({ where: { key: receiptKey(key) } });
  await reverseEntry(tx, { key: `not_a_receipt:${key}`, entryId: entry.id, on: dayOf(on) });
}

/** Leaves a line out of the ledger, such as a transaction that the bank has reversed. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export const ignoreLine = (viewer: Viewer, id: string, reason: string): Promise<LineDto> =>
  decideLine(viewer, id, async (tx, line) => {
    if (line.amount > 0n) await reverseReceipt(tx, line);
    return settleLine(tx, viewer, line, "statement_line.ignored", {
      state: "ignored",
      noteCipher: sealNote(line, reason),
    });
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
    if (isReceived) await reverseReceipt(tx, line);
    const event = { key: `booked:${line.key}`, on: dayOf(line.on), amount };
    await postEntry(
      tx,
      as === "tax_payment" ? journal.taxPayment(event) : journal.transfer({ ...event, isIn: isReceived }),
    );
    return settleLine(tx, viewer, line, "statement_line.booked", { state: "matched", bookedAs: as });
  });
