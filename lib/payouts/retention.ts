import "server-only";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";

const YEAR_MS = 365.25 * 86_400_000;
const BATCH = 1_000;

/**
 * Deletes personal data of old payments: the texts of decided statement lines, the files of statements, the notes of acts, and the accounts of settled payouts (ADR
 * 15). Days, amounts and references are accounting records and remain. Called by a job.
 */
export async function emptyOldPayments(): Promise<void> {
  const before = new Date(Date.now() - env.RETENTION_PAYMENT_YEARS * YEAR_MS);
  const emptyLines = () => db.$executeRaw`
    UPDATE statement_lines SET narration_cipher = '', counterparty_cipher = '', parts_cipher = NULL, note_cipher = NULL WHERE id IN (
      SELECT l.id FROM statement_lines AS l JOIN money_acts AS a ON a.id = l.act_id
      WHERE a.at < ${before} AND l.narration_cipher <> '' AND l.state <> 'waiting' LIMIT ${BATCH})`;
  // Undecided lines keep the file, whose lines are then as old as it.
  const deleteFiles = () => db.$executeRaw`
    DELETE FROM statement_files WHERE import_id IN (
      SELECT f.import_id FROM statement_files AS f JOIN statement_imports AS i ON i.id = f.import_id
      WHERE i.imported_at < ${before} AND NOT EXISTS (
        SELECT FROM statement_lines AS l WHERE l.import_id = i.id AND l.state = 'waiting') LIMIT ${BATCH})`;
  const emptyNotes = () => db.$executeRaw`
    UPDATE money_acts SET data_key = NULL, note_cipher = NULL WHERE id IN (
      SELECT id FROM money_acts WHERE at < ${before} AND note_cipher IS NOT NULL LIMIT ${BATCH})`;
  const emptyAccounts = () => db.$executeRaw`
    UPDATE payouts SET account_cipher = '' WHERE id IN (
      SELECT p.id FROM payouts AS p JOIN payout_batches AS b ON b.id = p.batch_id
      WHERE b.decided_at < ${before} AND p.account_cipher <> '' AND p.state IN ('paid', 'returned', 'withdrawn') LIMIT ${BATCH})`;
  const emptyEntered = () => db.$executeRaw`
    UPDATE amounts_due SET data_key = NULL, account_cipher = NULL WHERE id IN (
      SELECT d.id FROM amounts_due AS d JOIN payouts AS p ON p.id = d.payout_id JOIN payout_batches AS b ON b.id = p.batch_id
      WHERE b.decided_at < ${before} AND d.account_cipher IS NOT NULL AND p.state IN ('paid', 'returned') LIMIT ${BATCH})`;
  const emptyNames = () => db.$executeRaw`
    UPDATE name_enquiries SET data_key = NULL, answer_cipher = NULL WHERE payout_id IN (
      SELECT e.payout_id FROM name_enquiries AS e JOIN payouts AS p ON p.id = e.payout_id
      WHERE p.account_cipher = '' AND e.answer_cipher IS NOT NULL LIMIT ${BATCH})`;
  for (const empty of [emptyLines, deleteFiles, emptyNotes, emptyAccounts, emptyEntered, emptyNames])
    while ((await empty()) === BATCH);
}
