import "server-only";
import { dateOf, dayAt, dayNumber, dayOf } from "@/lib/dates";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import type { OfferedReceipt, OpenReceiptDto } from "./schema";

/** Manual receipts that no statement shows yet (product 10.31). */
type Receipt = Prisma.ManualReceiptModel;
type Line = Pick<Prisma.StatementLineModel, "id" | "amount" | "on">;

/** The most days between a manual receipt and its line. */
const MAX_DAYS = 7;
/** More open receipts than a firm has. */
const MAX_OPEN = 1_000;

/** Whether two days are near enough for a manual receipt and its line. */
export const isNear = (a: string, b: string): boolean => Math.abs(dayNumber(a) - dayNumber(b)) <= MAX_DAYS;

/** Returns the open receipts that received lines may show, by line: those of the same amount and within a week. */
export async function offerReceipts(
  reader: Tx | typeof db,
  lines: readonly Line[],
): Promise<Map<string, OfferedReceipt[]>> {
  const received = lines.filter(({ amount }) => amount > 0n);
  if (received.length === 0) return new Map();
  const days = received.map(({ on }) => dayNumber(dayOf(on)));
  const receipts = await readOpen(reader, {
    amount: { in: received.map(({ amount }) => amount) },
    on: {
      gte: dateOf(dayAt(Math.min(...days) - MAX_DAYS)),
      lte: dateOf(dayAt(Math.max(...days) + MAX_DAYS)),
    },
  });
  return new Map(
    received.map(({ id, amount, on }) => [
      id,
      receipts
        .filter((receipt) => receipt.amount === String(amount) && isNear(receipt.on, dayOf(on)))
        .map(({ _id, reference, investor, on: receivedOn, bankReference }) => ({
          _id,
          reference,
          investor,
          on: receivedOn,
          bankReference,
        })),
    ]),
  );
}

/** Returns the manual receipts that no statement shows yet, the oldest first. */
export const listOpenReceipts = (): Promise<OpenReceiptDto[]> => readOpen(db, {});

async function readOpen(
  reader: Tx | typeof db,
  where: Prisma.ManualReceiptWhereInput,
): Promise<OpenReceiptDto[]> {
  const receipts: Receipt[] = await reader.manualReceipt.findMany({
    where: { ...where, state: "recorded" },
    orderBy: [{ on: "asc" }, { id: "asc" }],
    take: MAX_OPEN,
  });
  const investments = await reader.investment.findMany({
    where: { id: { in: receipts.map(({ investmentId }) => investmentId) } },
    select: { id: true, reference: true, user: { select: { name: true } } },
    take: receipts.length,
  });
  const byId = new Map(investments.map((investment) => [investment.id, investment]));
  return receipts.flatMap(({ id, on, amount, investmentId, bankReference, actId }) => {
    const investment = byId.get(investmentId);
    if (!investment) return [];
    const { reference, user } = investment;
    return {
      _id: id,
      reference,
      investor: user.name,
      on: dayOf(on),
      bankReference,
      amount: String(amount),
      investmentId,
      actId,
    };
  });
}
