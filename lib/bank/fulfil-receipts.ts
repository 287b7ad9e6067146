import "server-only";
import { recordAct } from "@/lib/acts/record";
import { dayOf } from "@/lib/dates";
import type { Prisma, Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { isNamedBy } from "@/lib/investments/reference-rules";
import { postEntry } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import type { Viewer } from "@/lib/viewer";
import { decideLine, findNamedInvestments, settleLine } from "./settle-line";
import type { Proposal } from "./matching-rules";
import type { StatementLine } from "./readers/statement";
import { isNear } from "./open-receipts";
import type { LineDto } from "./schema";

/** Manual receipts are expectations that statement lines fulfil (product 10.31, 10.32). */
type Receipt = Prisma.ManualReceiptModel;
type NewLine = StatementLine & { id: string };

/** Rows per query. */
const BATCH = 1_000;
const upper = (text: string) => text.toUpperCase();

/**
 * Fulfils the manual receipts that new lines show by their bank reference or by the reference of the investment, with the same amount and
 * within a week. Each receipt has one line. Returns their number.
 */
export async function fulfilReceipts(
  tx: Tx,
  viewer: Viewer,
  lines: readonly NewLine[],
  proposals: readonly (Proposal | null)[],
): Promise<number> {
  const found = new Map<number, Receipt>();
  for (let from = 0; from < lines.length; from += BATCH)
    for (const [at, receipt] of await findReceipts(
      tx,
      lines.slice(from, from + BATCH),
      proposals.slice(from, from + BATCH),
      [...found.values()].map(({ id }) => id),
    ))
      found.set(from + at, receipt);
  for (const [index, receipt] of found) {
    const lineId = lines[index]!.id;
    const subjects = { line: [lineId], receipt: [receipt.id] };
    const actId = await recordAct(tx, { kind: "fulfil", actorId: viewer.userId, subjects });
    await fulfil(tx, actId, receipt);
    await tx.statementLine.update({ where: { id: lineId }, data: { state: "matched", actId } });
  }
  return found.size;
}

async function findReceipts(
  tx: Tx,
  lines: readonly NewLine[],
  proposals: readonly (Proposal | null)[],
  without: readonly string[],
): Promise<Map<number, Receipt>> {
  const found = new Map<number, Receipt>();
  const receipts = await tx.manualReceipt.findMany({
    where: {
      state: "recorded",
      id: { notIn: [...without] },
      OR: [
        { bankReference: { in: lines.map(({ bankReference }) => upper(bankReference)).filter(Boolean) } },
        { investmentId: { in: proposals.flatMap((proposal) => proposal?.investmentId ?? []) } },
      ],
    },
    orderBy: { id: "asc" },
    take: BATCH,
  });
  const open = new Set(receipts);
  const assign = (matches: (receipt: Receipt, line: NewLine, proposal: Proposal | null) => boolean) =>
    lines.forEach((line, index) => {
      if (found.has(index)) return;
      const receipt = [...open].find(
        (each) =>
          each.amount === line.amountKobo &&
          isNear(dayOf(each.on), line.on) &&
          matches(each, line, proposals[index] ?? null),
      );
      if (!receipt) return;
      open.delete(receipt);
      found.set(index, receipt);
    });
  // A line with the reference of another investment is not this receipt: an administrator decides about it.
  assign(
    ({ bankReference, investmentId }, line, proposal) =>
      bankReference === upper(line.bankReference) &&
      (!isNamedBy(proposal?.by) || proposal?.investmentId === investmentId),
  );
  assign(
    ({ investmentId }, _, proposal) => proposal?.investmentId === investmentId && proposal.by === "reference",
  );
  return found;
}

/** Records that a line shows a receipt: the line's receipt replaces it in the ledger. */
async function fulfil(tx: Tx, actId: string, { id, on, amount, investmentId }: Receipt): Promise<void> {
  await postEntry(tx, journal.receiptCorrection({ actId, on: dayOf(on), amount }, investmentId));
  await tx.manualReceipt.update({ where: { id }, data: { state: "fulfilled", actId } });
}

/** Throws CONFLICT for a line that has references of investments, but not that of a receipt: it is a transfer for them. */
async function requireNotNamed(tx: Tx, line: Prisma.StatementLineModel, receipt: Receipt): Promise<void> {
  const named = await findNamedInvestments(tx, line);
  if (named.length === 0 || named.some(({ id }) => id === receipt.investmentId)) return;
  throw new AppError(
    "CONFLICT",
    `This line has the reference ${named[0]!.reference} of another investment. Match it with that.`,
  );
}

/**
 * Decides that a waiting line shows a manual receipt of the same amount. Throws NOT_FOUND, FORBIDDEN, including for an investment of the
 * viewer, RECENTLY_RESET and CONFLICT. The route requires a fresh proof of identity.
 */
export const recogniseReceipt = (viewer: Viewer, lineId: string, receiptId: string): Promise<LineDto> =>
  decideLine(
    viewer,
    lineId,
    async (tx, line) => {
      await tx.$queryRaw`SELECT 1 FROM manual_receipts WHERE id = ${receiptId}::uuid FOR NO KEY UPDATE`;
      const receipt = await tx.manualReceipt.findUniqueOrThrow({ where: { id: receiptId } });
      if (receipt.state !== "recorded")
        throw new AppError("CONFLICT", "This receipt is on a statement already, or was undone");
      if (receipt.amount !== line.amount) throw new AppError("CONFLICT", "The amounts differ");
      if (!isNear(dayOf(receipt.on), dayOf(line.on)))
        throw new AppError("CONFLICT", "The days of the receipt and the line are more than a week apart");
      await requireNotNamed(tx, line, receipt);
      const actId = await recordAct(tx, {
        kind: "recognise",
        actorId: viewer.userId,
        subjects: { line: [lineId], receipt: [receiptId] },
      });
      await fulfil(tx, actId, receipt);
      return settleLine(tx, { actorId: viewer.userId, confirmedById: null }, line, {
        actId,
        state: "matched",
        action: "statement_line.matched",
      });
    },
    async (tx) => {
      const receipt = await tx.manualReceipt.findUnique({ where: { id: receiptId } });
      if (!receipt) throw notFound("This receipt does not exist");
      const investment = await tx.investment.findUnique({ where: { id: receipt.investmentId } });
      return investment ? [investment.userId] : [];
    },
  );
