import "server-only";
import { dayOf } from "@/lib/dates";
import { db, type Prisma } from "@/lib/db/client";
import { describeAccount, openAccount } from "./accounts";

const BATCH = 100;

/** All payouts of a user, for the archive of their data, with a masked account. Amounts are kobo as decimal text. */
export async function exportPayouts(userId: string) {
  const payouts: ReturnType<typeof toExported>[] = [];
  for (let after: string | undefined; ;) {
    const rows = await db.payout.findMany({
      where: { userId, ...(after && { id: { gt: after } }) },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    payouts.push(...rows.map(toExported));
    if (rows.length < BATCH) return payouts;
    after = rows.at(-1)!.id;
  }
}

function toExported(row: Prisma.PayoutModel) {
  const account = openAccount(row);
  return {
    reference: row.reference,
    amount: String(row.amount),
    state: row.state,
    isReceipt: row.source === "receipt",
    account: account && describeAccount(account),
    createdAt: row.createdAt,
    settledOn: row.settledOn && dayOf(row.settledOn),
  };
}
