import "server-only";
import { dayOf } from "@/lib/dates";
import type { Prisma, Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { storeRecord } from "@/lib/onboarding/retention/retained-records";
import { requireNoMoney } from "./require-no-money";

const include = {
  planVersion: { select: { name: true, version: true } },
  redemptions: { orderBy: { number: "asc" } },
} as const satisfies Prisma.InvestmentInclude;

const payoutInclude = {
  batch: true,
  parts: { orderBy: { id: "asc" } },
} as const satisfies Prisma.PayoutInclude;

/**
 * Moves the investments, redemptions and payouts of a locked user, who is about to be erased, into a retained record: accounting records
 * are retained for RETENTION_PAYMENT_YEARS (ADR 15). It has no texts and no bank accounts. Throws CONFLICT like `requireNoMoney`.
 */
export async function retainBooks(tx: Tx, userId: string): Promise<void> {
  await requireNoMoney(tx, userId);
  // oxlint-disable-next-line house/bounded-readings -- all of one user
  const investments = await tx.investment.findMany({ where: { userId }, include, orderBy: { id: "asc" } });
  // oxlint-disable-next-line house/bounded-readings -- all of one user
  const payouts = await tx.payout.findMany({
    where: { userId },
    include: payoutInclude,
    orderBy: { id: "asc" },
  });
  if (investments.length + payouts.length === 0) return;
  const { name, email, role, investorType, status, reviewedAt } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
  });
  await storeRecord(tx, {
    userId,
    body: {
      account: { name, email, role, investorType },
      submissions: [],
      books: { investments: investments.map(toBookInvestment), payouts: payouts.map(toBookPayout) },
    },
    years: env.RETENTION_PAYMENT_YEARS,
    outcome: status,
    decidedAt: reviewedAt,
    reason: "",
    // The record of the verification has the details by which the person is recognised.
    indexes: [],
  });
  await tx.amountDue.deleteMany({ where: { userId } });
  await tx.payout.deleteMany({ where: { userId } });
  await tx.investment.deleteMany({ where: { userId } });
}

const toDay = (day: Date | null): string | null => day && dayOf(day);

/** Amounts are in kobo. */
const toBookInvestment = (row: Prisma.InvestmentGetPayload<{ include: typeof include }>) => ({
  id: row.id,
  reference: row.reference,
  plan: row.planVersion.name,
  version: row.planVersion.version,
  amount: String(row.amount),
  state: row.state,
  requestedAt: row.requestedAt.toISOString(),
  acceptedAt: row.acceptedAt.toISOString(),
  termsHash: row.termsHash,
  paidOn: toDay(row.paidOn),
  startOn: toDay(row.startOn),
  maturityOn: toDay(row.maturityOn),
  renewsId: row.renewsId,
  redemptions: row.redemptions.map(({ on, amount, undoneById }) => ({
    on: dayOf(on),
    amount: String(amount),
    isUndone: undoneById !== null,
  })),
});

const toBookPayout = (row: Prisma.PayoutGetPayload<{ include: typeof payoutInclude }>) => ({
  id: row.id,
  reference: row.reference,
  parts: row.parts.map(({ source, investmentId, on, amount }) => ({
    source,
    investmentId,
    on: dayOf(on),
    amount: String(amount),
  })),
  batchId: row.batchId,
  amount: String(row.amount),
  state: row.state,
  releasedOn: row.state === "withdrawn" ? null : toDay(row.batch?.decidedAt ?? null),
  settledOn: toDay(row.settledOn),
});
