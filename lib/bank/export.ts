import "server-only";
import { dayOf } from "@/lib/dates";
import { inBatches } from "@/lib/db/batches";
import { db } from "@/lib/db/client";
import { openTexts } from "./statement-lines";

/** Returns the statement lines matched only with investments of one user, for the data archive. Amounts are kobo as decimal text. */
export async function exportReceipts(userId: string) {
  // oxlint-disable-next-line house/bounded-readings -- the investments of one investor
  const rows = await db.investment.findMany({ where: { userId }, select: { id: true } });
  const investmentIds = rows.map(({ id }) => id);
  const receipts: { on: string; amount: string; bankReference: string; sender: string; text: string }[] = [];
  const read = inBatches(({ after, orderBy, take }) =>
    db.statementLine.findMany({
      where: { investmentIds: { hasSome: investmentIds }, ...after },
      orderBy,
      take,
    }),
  );
  for await (const lines of read)
    for (const line of lines) {
      if (!line.investmentIds.every((id) => investmentIds.includes(id))) continue;
      const { narration: text, counterparty: sender } = openTexts(line);
      const { amount, bankReference } = line;
      receipts.push({ on: dayOf(line.on), amount: String(amount), bankReference, sender, text });
    }
  return receipts;
}
