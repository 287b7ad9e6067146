import "server-only";
import { audit, type AuditAction } from "@/lib/audit/audit";
import { dayOf } from "@/lib/dates";
import { transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, invalid, notFound } from "@/lib/errors";
import { allocateReceipt, undoReceipt } from "@/lib/investments/commands";
import { parseReference } from "@/lib/investments/reference-rules";
import { credit, debit, postEntry, reverseEntry } from "@/lib/ledger/entries";
import type { Viewer } from "@/lib/viewer";
import { lockMoneyAdministrator } from "./lock-money-administrator";
import { getLine } from "./queries";
import { requestReturn } from "./refunds";
import type { Booking, LineDto, MatchInput } from "./schema";
import { receiptKey, sealNote } from "./statement-lines";

/**
 * Decisions about lines of bank statements (product 10.32, ADR 40). Each is made once: a line that does not wait is CONFLICT. A match with
 * investments can be undone. The routes have required a fresh proof of identity, and each throws RECENTLY_RESET. Locks are taken in one order: users,
 * the line, investments.
 */
type Line = Prisma.StatementLineModel;

async function findLine(tx: Tx, id: string): Promise<Line> {
  const line = await tx.statementLine.findUnique({ where: { id } });
  if (!line) throw notFound("This line does not exist");
  return line;
}

async function lockLine(tx: Tx, id: string): Promise<Line> {
  await tx.$queryRaw`SELECT 1 FROM statement_lines WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return findLine(tx, id);
}

async function lockWaitingLine(tx: Tx, id: string): Promise<Line> {
  const line = await lockLine(tx, id);
  if (line.state !== "waiting")
    throw new AppError("CONFLICT", "Somebody has decided about this line already", {
      data: { state: line.state },
    });
  return line;
}

const received = (line: Line): Line => {
  if (line.amount < 0n) throw new AppError("CONFLICT", "This line was paid out, so it is no receipt");
  return line;
};

/** Investments as the data of an audit row, which has one id for each name. */
const investmentData = (ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id, index) => [`investment${index + 1}`, id]));

/** Stores the decision about a locked line, with its audit row. */
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
 * Matches a received line with one or several investments. What they do not take is to be returned. Throws NOT_FOUND, FORBIDDEN also for an
 * investment of the viewer, CONFLICT, and VALIDATION_FAILED at a part.
 */
export const matchLine = (viewer: Viewer, id: string, { parts }: MatchInput): Promise<LineDto> =>
  transaction(async (tx) => {
    const investments = await findInvestments(tx, parts);
    await lockMoneyAdministrator(
      tx,
      viewer,
      investments.map(({ userId }) => userId),
    );
    const line = received(await lockWaitingLine(tx, id));
    const amounts = parts.map(({ amount }) => BigInt(amount));
    if (amounts.reduce((sum, amount) => sum + amount, 0n) !== line.amount)
      throw invalid("parts.0.amount", "The parts do not add up to the amount of the line");
    const matched = investments
      .map((investment, index) => ({ ...investment, amount: amounts[index]! }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    let rest = 0n;
    for (const { id: investmentId, userId, amount } of matched) {
      const receipt = { investmentId, amount, receivedOn: dayOf(line.on), source: line.key };
      const { surplus } = await allocateReceipt(tx, viewer.userId, receipt);
      // Each investment has a return of its own, so that it goes to the verified account of its investor.
      if (surplus > 0n) await requestReturn(tx, { amount: surplus, investmentId, userId, lineId: id });
      rest += surplus;
    }
    return settleLine(tx, viewer, line, "statement_line.matched", {
      state: rest === line.amount ? "returning" : "matched",
      investmentIds: matched.map((investment) => investment.id),
    });
  });

/**
 * Undoes a match with investments: they wait for the money again, what was to be returned of the line is not, and the line waits. Throws
 * NOT_FOUND, FORBIDDEN also for an investment of the viewer, and CONFLICT for another decision, or once something has followed from the match.
 */
export const undoLine = (viewer: Viewer, id: string): Promise<LineDto> =>
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
    let undone = await removeReturns(tx, id);
    for (const { id: investmentId } of investments)
      undone += await undoReceipt(tx, viewer.userId, { investmentId, source: line.key });
    if (undone !== line.amount) throw new AppError("CONFLICT", "Money of this line was returned otherwise");
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

/** Throws CONFLICT for a line whose decision cannot be undone, or that has changed since it was read. */
function requireMatch({ state, investmentIds, handEntryId }: Line, before: Line): void {
  const conflict = (message: string) => new AppError("CONFLICT", message, { data: { state } });
  if (state === "waiting") throw conflict("This line waits already");
  if (investmentIds.length === 0) throw conflict("Only a match with investments can be undone");
  if (handEntryId) throw conflict("The receipt of this line was recorded by hand, so it cannot be undone");
  if (investmentIds.join() !== before.investmentIds.join())
    throw conflict("Somebody has decided about this line already");
}

/** Removes what is to be returned of a line. Returns its amount. Throws CONFLICT if some of it is on its way. */
async function removeReturns(tx: Tx, lineId: string): Promise<bigint> {
  const where = { lineId, state: { notIn: ["returned", "withdrawn"] } } satisfies Prisma.PayoutWhereInput;
  const { _count, _sum } = await tx.payout.aggregate({ where, _count: true, _sum: { amount: true } });
  const { count } = await tx.payout.deleteMany({ where: { lineId, state: "due" } });
  if (count !== _count)
    throw new AppError("CONFLICT", "What is too much of this line is already in a batch of payouts");
  return _sum.amount ?? 0n;
}

async function findInvestments(
  tx: Tx,
  parts: MatchInput["parts"],
): Promise<{ id: string; userId: string }[]> {
  const references = parts.map(({ reference }, index) => {
    const parsed = parseReference(reference);
    if (!parsed) throw invalid(`parts.${index}.reference`, "This is no reference: check each character");
    return parsed;
  });
  const rows = await tx.investment.findMany({
    where: { reference: { in: references } },
    select: { id: true, userId: true, reference: true },
    take: references.length,
  });
  return references.map((reference, index) => {
    if (references.indexOf(reference) !== index)
      throw invalid(`parts.${index}.reference`, "This investment is in another part");
    const found = rows.find((row) => row.reference === reference);
    if (!found) throw invalid(`parts.${index}.reference`, "There is no investment with this reference");
    return found;
  });
}

/** Decides about a waiting line. Throws FORBIDDEN, RECENTLY_RESET, NOT_FOUND and CONFLICT. */
export const decideLine = (viewer: Viewer, id: string, work: (tx: Tx, line: Line) => Promise<LineDto>) =>
  transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer);
    return work(tx, await lockWaitingLine(tx, id));
  });

/**
 * Asks for the return of all of a received line: to the investor whose investment it names, otherwise to an unknown sender. Throws NOT_FOUND,
 * FORBIDDEN also for an investment of the viewer, and CONFLICT.
 */
export const returnLine = (viewer: Viewer, id: string): Promise<LineDto> =>
  transaction(async (tx) => {
    const { proposedId, proposedBy } = await findLine(tx, id);
    const named =
      proposedId && proposedBy === "reference"
        ? await tx.investment.findUnique({ where: { id: proposedId } })
        : null;
    await lockMoneyAdministrator(tx, viewer, named ? [named.userId] : []);
    const line = received(await lockWaitingLine(tx, id));
    await requestReturn(tx, {
      amount: line.amount,
      investmentId: named?.id ?? null,
      userId: named?.userId ?? null,
      lineId: id,
    });
    return settleLine(tx, viewer, line, "statement_line.returned", { state: "returning" });
  });

/** Takes a received line out of the unallocated receipts, because it is none. */
export async function reverseReceipt(tx: Tx, { key, on }: Line): Promise<void> {
  const entry = await tx.ledgerEntry.findUniqueOrThrow({ where: { key: receiptKey(key) } });
  await reverseEntry(tx, { key: `not_a_receipt:${key}`, entryId: entry.id, on: dayOf(on) });
}

/** Takes a line out of the books, such as one that the bank has booked by mistake and reversed. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export const ignoreLine = (viewer: Viewer, id: string, reason: string): Promise<LineDto> =>
  decideLine(viewer, id, async (tx, line) => {
    if (line.amount > 0n) await reverseReceipt(tx, line);
    return settleLine(tx, viewer, line, "statement_line.ignored", {
      state: "ignored",
      noteCipher: sealNote(line, reason),
    });
  });

/** Books a line that is about no investor: money of the firm, in either direction, or tax that was paid. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export const bookLine = (viewer: Viewer, id: string, as: Booking): Promise<LineDto> =>
  decideLine(viewer, id, async (tx, line) => {
    const isReceived = line.amount > 0n;
    const amount = isReceived ? line.amount : -line.amount;
    if (isReceived && as === "tax_payment") throw new AppError("CONFLICT", "Tax is paid out, not received");
    if (isReceived) await reverseReceipt(tx, line);
    const other = as === "tax_payment" ? "withholding_tax_payable" : "general_ledger";
    const postings = isReceived
      ? [debit("bank", amount), credit(other, amount)]
      : [debit(other, amount), credit("bank", amount)];
    await postEntry(tx, { key: `booked:${line.key}`, kind: as, on: dayOf(line.on), postings });
    return settleLine(tx, viewer, line, "statement_line.booked", { state: "matched", bookedAs: as });
  });
