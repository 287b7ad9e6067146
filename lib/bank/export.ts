import "server-only";
import { dayOf } from "@/lib/dates";
import { inBatches } from "@/lib/db/batches";
import { db } from "@/lib/db/client";
import { openTexts } from "./statement-lines";

/**
 * The lines of bank statements that were matched with investments of one user only, for the archive of their data. Amounts are kobo
 * as decimal text.
 */
export async function exportReceipts(userId: string) {
  // oxlint-disable-next-line house/bounded-readings -- what one investor has
  const rows = await db.investment.findMany({ where: { userId }, select: { id: true } });
  const own = rows.map(({ id }) => id);
  const receipts: { on: string; amount: string; bankReference: string; sender: string; text: string }[] = [];
  const read = inBatches(({ after, orderBy, take }) =>
    db.statementLine.findMany({ where: { investmentIds: { hasSome: own }, ...after }, orderBy, take }),
  );
  for await (const lines of read)
    for (const line of lines) {
      if (!line.investmentIds.every((id) => own.includes(id))) continue;
      const { narration: text, counterparty: sender } = openTexts(line);
      const { amount, bankReference } = line;
      receipts.push({ on: dayOf(line.on), amount: String(amount), bankReference, sender, text });
    }
  return receipts;
}
