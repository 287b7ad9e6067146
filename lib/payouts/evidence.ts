import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { kindLabel } from "@/lib/ledger/rules";

/** The evidence of a payout (ADR 44): why its amount is owed, and the receipts that its money is from. */
export interface Evidence {
  /** Why the amount is owed: the last entries that made it due, or how its refund was queued. */
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

/** Returns whether imported statements show all money of a payout. */
export const isOnStatement = ({ receipts }: Evidence): boolean =>
  receipts.length > 0 && receipts.every(({ statement }) => statement !== null);

/** The number of entries listed as reasons. */
const MAX_REASONS = 3;

/**
 * Returns the evidence of payouts, by id. The money of an investment comes from the receipts matched with it, or with the investments that it
 * renews; the money of a refund from its line.
 */
export async function readEvidence(
  payoutIds: readonly string[],
  reader: Tx | typeof db = db,
): Promise<Map<string, Evidence>> {
  const ids = [...payoutIds];
  const receipts = await reader.$queryRaw<
    { payoutId: string; on: string; amount: bigint; fileName: string | null; importedById: string | null }[]
  >`
    WITH RECURSIVE paid AS (SELECT id, line_id, investment_id FROM payouts WHERE id = ANY (${ids}::uuid[])),
    chain AS (
      SELECT id AS payout_id, investment_id AS id FROM paid WHERE line_id IS NULL AND investment_id IS NOT NULL
      UNION SELECT c.payout_id, i.renews_id FROM chain AS c JOIN investments AS i ON i.id = c.id WHERE i.renews_id IS NOT NULL),
    acts AS (
      SELECT DISTINCT c.payout_id, a.id FROM chain AS c
        JOIN money_act_subjects AS s ON s.thing = 'investment' AND s.subject_id = c.id
        JOIN money_acts AS a ON a.id = s.act_id AND a.kind IN ('match', 'receipt')
      WHERE NOT EXISTS (SELECT FROM money_acts WHERE undoes_id = a.id)),
    found AS (
      SELECT id AS payout_id, line_id, NULL::uuid AS receipt_id FROM paid WHERE line_id IS NOT NULL
      UNION SELECT acts.payout_id, s.subject_id, NULL FROM acts JOIN money_act_subjects AS s ON s.act_id = acts.id AND s.thing = 'line'
      UNION SELECT acts.payout_id, shown.subject_id, r.id FROM acts
        JOIN money_act_subjects AS s ON s.act_id = acts.id AND s.thing = 'receipt'
        JOIN manual_receipts AS r ON r.id = s.subject_id
        LEFT JOIN money_act_subjects AS shown ON shown.act_id = r.act_id AND r.state = 'fulfilled' AND shown.thing = 'line')
    SELECT found.payout_id AS "payoutId", coalesce(l.on_day, r.on_day)::text AS on, coalesce(l.amount, r.amount) AS amount,
      i.file_name AS "fileName", i.imported_by AS "importedById"
    FROM found LEFT JOIN statement_lines AS l ON l.id = found.line_id AND l.state <> 'withdrawn'
      LEFT JOIN statement_imports AS i ON i.id = l.import_id LEFT JOIN manual_receipts AS r ON r.id = found.receipt_id
    WHERE coalesce(l.amount, r.amount) IS NOT NULL ORDER BY 2, 3`;
  const reasons = await reader.$queryRaw<{ payoutId: string; kind: string; on: string }[]>`
    SELECT p.id AS "payoutId", due.kind, due.on FROM payouts AS p, LATERAL (
      SELECT e.kind, e.on_day::text AS on FROM ledger_accounts AS a JOIN ledger_postings AS posting ON posting.account_id = a.id
        JOIN ledger_entries AS e ON e.id = posting.entry_id
      WHERE p.source = 'investment' AND a.name = 'due_to_investor' AND a.subject_id = p.investment_id AND posting.amount < 0
        AND NOT EXISTS (SELECT FROM ledger_entries WHERE reverses_id = e.id)
      ORDER BY posting.ordinal DESC LIMIT ${MAX_REASONS}) AS due
    WHERE p.id = ANY (${ids}::uuid[])`;
  return new Map(
    ids.map((id) => [
      id,
      {
        reasons: reasons
          .filter(({ payoutId }) => payoutId === id)
          .map(({ kind, on }) => ({ label: kindLabel(kind), on })),
        receipts: receipts
          .filter(({ payoutId }) => payoutId === id)
          .map(({ on, amount, fileName, importedById }) => ({
            on,
            amount,
            statement: fileName !== null && importedById ? { fileName, importedById } : null,
          })),
      },
    ]),
  );
}
