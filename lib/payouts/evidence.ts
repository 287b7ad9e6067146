import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { kindLabel } from "@/lib/ledger/rules";

/** The evidence of an amount due (ADR 44): why its amount is owed, and the receipts that its money is from. */
export interface Evidence {
  /** Why the amount is owed: the entries that made it due; none for a refund. */
  reasons: { label: string; on: string }[];
  /** The receipts of its money, by day. */
  receipts: EvidenceReceipt[];
}

interface EvidenceReceipt {
  on: string;
  /** In kobo. */
  amount: bigint;
  /** The statement that shows it, and who imported it; null for a manual receipt that no statement shows yet. */
  statement: { fileName: string; importedById: string } | null;
}

/** Returns whether imported statements show all money of an amount due. */
export const isOnStatement = ({ receipts }: Evidence): boolean =>
  receipts.length > 0 && receipts.every(({ statement }) => statement !== null);

/**
 * Returns the evidence of amounts due, by id. The money of an investment comes from the receipts matched with it, or with the investments
 * that it renews; the money of a refund from its line or manual receipt.
 */
export async function readEvidence(
  dueIds: readonly string[],
  reader: Tx | typeof db = db,
): Promise<Map<string, Evidence>> {
  const ids = [...dueIds];
  const receipts = await reader.$queryRaw<
    { dueId: string; on: string; amount: bigint; fileName: string | null; importedById: string | null }[]
  >`
    WITH RECURSIVE owed AS (SELECT id, line_id, receipt_id, investment_id FROM amounts_due WHERE id = ANY (${ids}::uuid[])),
    chain AS (
      SELECT id AS due_id, investment_id AS id FROM owed WHERE line_id IS NULL AND receipt_id IS NULL
      UNION SELECT c.due_id, i.renews_id FROM chain AS c JOIN investments AS i ON i.id = c.id WHERE i.renews_id IS NOT NULL),
    acts AS (
      SELECT DISTINCT c.due_id, a.id FROM chain AS c
        JOIN money_act_subjects AS s ON s.thing = 'investment' AND s.subject_id = c.id
        JOIN money_acts AS a ON a.id = s.act_id AND a.kind IN ('match', 'receipt')
      WHERE NOT EXISTS (SELECT FROM money_acts WHERE undoes_id = a.id)),
    found AS (
      SELECT id AS due_id, line_id, NULL::uuid AS receipt_id FROM owed WHERE line_id IS NOT NULL
      UNION SELECT acts.due_id, s.subject_id, NULL FROM acts JOIN money_act_subjects AS s ON s.act_id = acts.id AND s.thing = 'line'
      UNION SELECT receipt.due_id, shown.subject_id, r.id
      FROM (SELECT id AS due_id, receipt_id AS id FROM owed WHERE receipt_id IS NOT NULL
          UNION SELECT acts.due_id, s.subject_id FROM acts JOIN money_act_subjects AS s ON s.act_id = acts.id AND s.thing = 'receipt') AS receipt
        JOIN manual_receipts AS r ON r.id = receipt.id
        LEFT JOIN money_act_subjects AS shown ON shown.act_id = r.act_id AND r.state = 'fulfilled' AND shown.thing = 'line')
    SELECT found.due_id AS "dueId", coalesce(l.on_day, r.on_day)::text AS on, coalesce(l.amount, r.amount) AS amount,
      i.file_name AS "fileName", i.imported_by AS "importedById"
    FROM found LEFT JOIN statement_lines AS l ON l.id = found.line_id AND l.state <> 'withdrawn'
      LEFT JOIN statement_imports AS i ON i.id = l.import_id LEFT JOIN manual_receipts AS r ON r.id = found.receipt_id
    WHERE coalesce(l.amount, r.amount) IS NOT NULL ORDER BY 2, 3`;
  const reasons = await reader.$queryRaw<{ dueId: string; kind: string; on: string }[]>`
    SELECT d.id AS "dueId", e.kind, e.on_day::text AS on FROM amounts_due AS d
      JOIN money_act_subjects AS s ON s.thing = 'due' AND s.subject_id = d.id AND s.before IS NULL
      JOIN ledger_entries AS e ON e.act_id = s.act_id AND e.subject_id = d.investment_id AND e.on_day = d.on_day
      JOIN ledger_postings AS p ON p.entry_id = e.id AND p.amount < 0
      JOIN ledger_accounts AS a ON a.id = p.account_id AND a.name = 'due_to_investor'
    WHERE d.id = ANY (${ids}::uuid[]) AND d.source = 'investment' ORDER BY e.on_day, e.id`;
  return new Map(
    ids.map((id) => [
      id,
      {
        reasons: reasons
          .filter(({ dueId }) => dueId === id)
          .map(({ kind, on }) => ({ label: kindLabel(kind), on })),
        receipts: receipts
          .filter(({ dueId }) => dueId === id)
          .map(({ on, amount, fileName, importedById }) => ({
            on,
            amount,
            statement: fileName !== null && importedById ? { fileName, importedById } : null,
          })),
      },
    ]),
  );
}
