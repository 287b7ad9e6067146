import "server-only";
import { dayOf } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { openTexts } from "./statement-lines";

/** Lines per query. */
const BATCH = 500;

/** Returns the statement lines matched only with investments of one user, for the data archive. Amounts are kobo as decimal text. */
export async function exportReceipts(userId: string) {
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT l.id FROM statement_lines AS l WHERE l.state = 'matched' AND l.act_id IN (
      SELECT s.act_id FROM money_act_subjects AS s JOIN investments AS i ON i.id = s.subject_id
      WHERE s.thing = 'investment' AND i.user_id = ${userId}::uuid
      UNION SELECT s.act_id FROM money_act_subjects AS s JOIN amounts_due AS d ON d.id = s.subject_id
      WHERE s.thing = 'due' AND d.user_id = ${userId}::uuid AND d.line_id = l.id
      UNION SELECT s.act_id FROM money_act_subjects AS s JOIN manual_receipts AS r ON r.id = s.subject_id
        JOIN investments AS i ON i.id = r.investment_id
      WHERE s.thing = 'receipt' AND i.user_id = ${userId}::uuid)
    AND NOT EXISTS (
      SELECT FROM money_act_subjects AS s JOIN investments AS i ON i.id = s.subject_id
      WHERE s.act_id = l.act_id AND s.thing = 'investment' AND i.user_id <> ${userId}::uuid)
    AND NOT EXISTS (
      SELECT FROM money_act_subjects AS s JOIN amounts_due AS d ON d.id = s.subject_id
      WHERE s.act_id = l.act_id AND s.thing = 'due' AND d.user_id <> ${userId}::uuid)
    ORDER BY l.id`;
  const receipts: { on: string; amount: string; bankReference: string; sender: string; text: string }[] = [];
  for (let from = 0; from < found.length; from += BATCH) {
    const ids = found.slice(from, from + BATCH).map(({ id }) => id);
    const where = { id: { in: ids } };
    for (const line of await db.statementLine.findMany({ where, orderBy: { id: "asc" }, take: BATCH })) {
      const { narration: text, counterparty: sender } = openTexts(line);
      const { amount, bankReference } = line;
      receipts.push({ on: dayOf(line.on), amount: String(amount), bankReference, sender, text });
    }
  }
  return receipts;
}
