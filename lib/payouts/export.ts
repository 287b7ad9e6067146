import "server-only";
import { openAccount } from "@/lib/bank/sealed-account";
import { dayOf } from "@/lib/dates";
import { inBatches } from "@/lib/db/batches";
import { db, type Prisma } from "@/lib/db/client";
import { describeAccount } from "./accounts";
import { openNameAnswer } from "./name-enquiries";

/** Returns all payouts of a user with masked accounts, for the data archive. Amounts are kobo as decimal text. */
export async function exportPayouts(userId: string) {
  const payouts: ReturnType<typeof toExported>[] = [];
  const read = inBatches(({ after, orderBy, take }) =>
    db.payout.findMany({ where: { userId, ...after }, include, orderBy, take }),
  );
  for await (const rows of read) payouts.push(...rows.map(toExported));
  return payouts;
}

const include = {
  nameEnquiry: true,
  parts: { include: { investment: { select: { reference: true } } }, orderBy: { id: "asc" } },
} as const satisfies Prisma.PayoutInclude;

function toExported(row: Prisma.PayoutGetPayload<{ include: typeof include }>) {
  const account = openAccount("payouts", row);
  return {
    reference: row.reference,
    amount: String(row.amount),
    state: row.state,
    parts: row.parts.map(({ amount, source, investment }) => ({
      amount: String(amount),
      isRefund: source === "receipt",
      investment: investment?.reference ?? null,
    })),
    account: account && describeAccount(account),
    /** Whom the bank named as the holder of the account. */
    holder: row.nameEnquiry && {
      result: row.nameEnquiry.state,
      name: openNameAnswer(row.nameEnquiry)?.name ?? null,
    },
    createdAt: row.createdAt,
    settledOn: row.settledOn && dayOf(row.settledOn),
  };
}
