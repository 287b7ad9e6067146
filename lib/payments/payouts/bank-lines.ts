import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { formatKobo } from "@/lib/investing/money";
import { credit, debit, postEntry } from "@/lib/ledger/entries";
import type { AccountName } from "@/lib/ledger/chart";
import { enqueue } from "@/lib/mail/outbox";
import { openAccount } from "./accounts";
import { requestReturn } from "./returns";

/** What the lines of a bank statement say about payouts. */
export interface StatementLine {
  id: string;
  /** In kobo: what arrived is positive, what left is negative. */
  amount: bigint;
  narration: string;
}

export interface PayoutMatch {
  payoutId: string;
  reference: string;
  payee: string;
  /** Whether the narration has the payout's reference; otherwise only the amount is equal. */
  isExact: boolean;
}

/** What a line could be a payout of: what left may be a released one, and what arrived one that came back. */
const stateFor = (amount: bigint) => (amount < 0n ? "released" : "paid");
const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);
const letters = (text: string) => text.toUpperCase().replace(/[^\dA-Z]/g, "");

/** The maximum number of payouts that are looked at for the amounts of some lines. */
const MAX_CANDIDATES = 1_000;

/**
 * The payouts that each line may be, those with the reference in the narration first. What arrived is only taken for a payout that came back
 * with its reference, because an investor may pay the same amount.
 */
export async function proposePayouts(lines: readonly StatementLine[]): Promise<Map<string, PayoutMatch[]>> {
  const payouts = await db.payout.findMany({
    where: {
      state: { in: ["released", "paid"] },
      amount: { in: lines.map(({ amount }) => absolute(amount)) },
    },
    orderBy: { id: "asc" },
    take: MAX_CANDIDATES,
  });
  const found = lines.map(({ id, amount, narration }) => {
    const said = letters(narration);
    const matches = payouts
      .filter((payout) => payout.state === stateFor(amount) && payout.amount === absolute(amount))
      .map((payout) => ({
        payoutId: payout.id,
        reference: payout.reference,
        payee: openAccount(payout)?.accountName ?? "",
        isExact: said.includes(letters(payout.reference)),
      }))
      .filter(({ isExact }) => isExact || amount < 0n)
      .sort((a, b) => Number(b.isExact) - Number(a.isExact));
    return [id, matches] as const;
  });
  return new Map(found);
}

export interface Settlement {
  /** The key of the ledger's entry. */
  key: string;
  /** The day in Lagos, as `YYYY-MM-DD`. */
  on: string;
  /** What the statement shows, in kobo. */
  amount: bigint;
  actorId: string;
}

async function lockPayout(tx: Tx, id: string): Promise<Prisma.PayoutModel> {
  await tx.$queryRaw`SELECT 1 FROM payouts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const payout = await tx.payout.findUnique({ where: { id } });
  if (!payout) throw notFound("This payout does not exist");
  return payout;
}

function requireAmount(payout: Prisma.PayoutModel, amount: bigint): void {
  if (payout.amount !== amount)
    throw new AppError(
      "CONFLICT",
      `The amount of payout ${payout.reference} is ${formatKobo(payout.amount)}`,
    );
}

const settled = (on: string) => new Date(`${on}T00:00:00Z`);

/** Records that the bank's statement shows a released payout. Throws NOT_FOUND, and CONFLICT for another state or amount. */
export async function markPaid(tx: Tx, id: string, { key, on, amount, actorId }: Settlement): Promise<void> {
  const payout = await lockPayout(tx, id);
  requireAmount(payout, amount);
  if (payout.state !== "released") throw new AppError("CONFLICT", "This payout does not wait for the bank");
  await postEntry(tx, {
    key,
    kind: "payout",
    on,
    subjectId: payout.investmentId ?? undefined,
    postings: [debit("payouts_in_transit", amount), credit("bank", amount)],
  });
  await tx.payout.update({ where: { id }, data: { state: "paid", settledOn: settled(on) } });
  await audit(tx, { actorId, action: "payout.paid", targetId: payout.userId, data: { payoutId: id } });
}

/** Records that a paid payout arrived again in the bank account: it is due again. Throws NOT_FOUND, and CONFLICT for another state or amount. */
export async function markCameBack(tx: Tx, id: string, settlement: Settlement): Promise<void> {
  const payout = await lockPayout(tx, id);
  requireAmount(payout, settlement.amount);
  if (payout.state !== "paid")
    throw new AppError("CONFLICT", "Match the line with which this payout left the bank account first");
  await giveBack(tx, payout, "bank", settlement);
}

/** Records that the bank has rejected a released payout, before it left the bank account: it is due again. Throws NOT_FOUND, CONFLICT. */
export async function markFailed(tx: Tx, id: string, settlement: Omit<Settlement, "amount">): Promise<void> {
  const payout = await lockPayout(tx, id);
  if (payout.state !== "released") throw new AppError("CONFLICT", "This payout does not wait for the bank");
  await giveBack(tx, payout, "payouts_in_transit", { ...settlement, amount: payout.amount });
}

async function giveBack(
  tx: Tx,
  payout: Prisma.PayoutModel,
  from: Extract<AccountName, "bank" | "payouts_in_transit">,
  { key, on, amount, actorId }: Settlement,
): Promise<void> {
  const { id, investmentId, userId, lineId, source, reference } = payout;
  const isDue = source === "investment" && investmentId && userId;
  await postEntry(tx, {
    key,
    kind: "payout_return",
    on,
    subjectId: investmentId ?? undefined,
    postings: [
      debit(from, amount),
      isDue
        ? credit("due_to_investor", amount, { subjectId: investmentId, ownerId: userId })
        : credit("unallocated_receipts", amount),
    ],
  });
  await tx.payout.update({ where: { id }, data: { state: "returned", settledOn: settled(on) } });
  if (!isDue) await requestReturn(tx, { amount, investmentId, userId, lineId });
  await audit(tx, { actorId, action: "payout.came_back", targetId: userId, data: { payoutId: id } });
  const user = userId && (await tx.user.findUnique({ where: { id: userId } }));
  if (!user) return;
  const data = { name: user.name, amount: formatKobo(amount), reference };
  await enqueue(tx, { to: user.email, userId: user.id, template: "payoutCameBack", data });
}
