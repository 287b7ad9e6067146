-- CreateEnum
CREATE TYPE "money_thing" AS ENUM ('import', 'line', 'receipt', 'investment', 'redemption', 'declaration', 'batch', 'payout');

-- CreateEnum
CREATE TYPE "statement_import_state" AS ENUM ('imported', 'withdrawn');

-- CreateEnum
CREATE TYPE "manual_receipt_state" AS ENUM ('recorded', 'fulfilled', 'withdrawn');

-- DropIndex
DROP INDEX "statement_lines_hand_entry_id_key";

-- DropIndex
DROP INDEX "statement_lines_key_key";

-- AlterTable
ALTER TABLE "investments" ADD COLUMN     "act_id" UUID;

-- AlterTable
ALTER TABLE "ledger_entries" ADD COLUMN     "act_id" UUID;

-- AlterTable
ALTER TABLE "payout_batches" ADD COLUMN     "act_id" UUID;

-- AlterTable
ALTER TABLE "payouts" ADD COLUMN     "act_id" UUID;

-- AlterTable
ALTER TABLE "redemptions" ADD COLUMN     "number" BIGSERIAL NOT NULL,
ADD COLUMN     "undone_by_id" UUID;

-- AlterTable
ALTER TABLE "return_declarations" DROP CONSTRAINT "return_declarations_pkey",
ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "undone_by_id" UUID,
ADD CONSTRAINT "return_declarations_pkey" PRIMARY KEY ("id");

-- AlterTable
ALTER TABLE "statement_imports" ADD COLUMN     "act_id" UUID,
ADD COLUMN     "state" "statement_import_state" NOT NULL DEFAULT 'imported';

-- AlterTable
ALTER TABLE "statement_lines" ADD COLUMN     "act_id" UUID;

-- CreateTable
CREATE TABLE "money_acts" (
    "id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" UUID,
    "confirmed_by_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reason" TEXT,
    "data_key" TEXT,
    "note_cipher" TEXT,
    "undoes_id" UUID,

    CONSTRAINT "money_acts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "money_act_subjects" (
    "act_id" UUID NOT NULL,
    "thing" "money_thing" NOT NULL,
    "subject_id" UUID NOT NULL,
    "before" JSONB,

    CONSTRAINT "money_act_subjects_pkey" PRIMARY KEY ("act_id","thing","subject_id")
);

-- CreateTable
CREATE TABLE "manual_receipts" (
    "id" UUID NOT NULL,
    "investment_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "on_day" DATE NOT NULL,
    "bank_reference" TEXT NOT NULL,
    "state" "manual_receipt_state" NOT NULL DEFAULT 'recorded',
    "act_id" UUID NOT NULL,

    CONSTRAINT "manual_receipts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "money_acts_number_key" ON "money_acts"("number");

-- CreateIndex
CREATE UNIQUE INDEX "money_acts_undoes_id_key" ON "money_acts"("undoes_id");

-- CreateIndex
CREATE INDEX "money_acts_kind_number_idx" ON "money_acts"("kind", "number" DESC);

-- CreateIndex
CREATE INDEX "money_acts_actor_id_number_idx" ON "money_acts"("actor_id", "number" DESC);

-- CreateIndex
CREATE INDEX "money_act_subjects_thing_subject_id_idx" ON "money_act_subjects"("thing", "subject_id");

-- CreateIndex
CREATE INDEX "manual_receipts_bank_reference_idx" ON "manual_receipts"("bank_reference");

-- CreateIndex
CREATE INDEX "manual_receipts_investment_id_idx" ON "manual_receipts"("investment_id");

-- CreateIndex
CREATE INDEX "manual_receipts_state_id_idx" ON "manual_receipts"("state", "id");

-- CreateIndex
CREATE INDEX "ledger_entries_act_id_idx" ON "ledger_entries"("act_id");

-- CreateIndex
CREATE INDEX "return_declarations_plan_id_month_idx" ON "return_declarations"("plan_id", "month");

-- CreateIndex
CREATE INDEX "statement_lines_act_id_idx" ON "statement_lines"("act_id");

-- AddForeignKey
ALTER TABLE "money_acts" ADD CONSTRAINT "money_acts_undoes_id_fkey" FOREIGN KEY ("undoes_id") REFERENCES "money_acts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "money_act_subjects" ADD CONSTRAINT "money_act_subjects_act_id_fkey" FOREIGN KEY ("act_id") REFERENCES "money_acts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Decisions from before acts were recorded become acts with the reason 'migrated', which cannot be undone. The act of an import, line, manual
-- receipt or payout has its id.
CREATE TEMPORARY TABLE migrated ON COMMIT DROP AS
  SELECT id, 'import' AS kind, imported_by AS actor_id, imported_at AS at FROM statement_imports
  UNION ALL SELECT id,
    CASE WHEN hand_entry_id IS NOT NULL THEN 'fulfil' WHEN booked_as = 'payout' THEN CASE WHEN amount < 0 THEN 'payment' ELSE 'return' END
      WHEN booked_as IS NOT NULL THEN booked_as WHEN investment_ids <> '{}' THEN 'match' WHEN state = 'returning' THEN 'refund' ELSE 'ignore' END,
    decided_by, decided_at FROM statement_lines WHERE decided_at IS NOT NULL
  UNION ALL SELECT id, 'receipt', NULL, created_at FROM ledger_entries WHERE kind = 'receipt' AND subject_id IS NOT NULL
  UNION ALL SELECT id,
    CASE state WHEN 'due' THEN 'refund' WHEN 'released' THEN 'release' WHEN 'paid' THEN 'payment' WHEN 'returned' THEN 'return' ELSE 'propose' END,
    NULL, created_at FROM payouts;
INSERT INTO money_acts (id, kind, actor_id, at, reason) SELECT id, kind, actor_id, at, 'migrated' FROM migrated ORDER BY at, id;

UPDATE statement_imports SET act_id = id;
UPDATE statement_lines SET act_id = CASE WHEN decided_at IS NULL THEN import_id ELSE id END,
  state = CASE WHEN investment_ids <> '{}' THEN 'matched' ELSE state END;
UPDATE payouts SET act_id = id;
INSERT INTO manual_receipts (id, investment_id, amount, on_day, bank_reference, state, act_id)
  SELECT e.id, e.subject_id, p.amount, e.on_day, substr(e.key, length('receipt:') + 1),
    (CASE WHEN EXISTS (SELECT FROM statement_lines WHERE hand_entry_id = e.id) THEN 'fulfilled' ELSE 'recorded' END)::manual_receipt_state, e.id
  FROM ledger_entries AS e JOIN ledger_postings AS p ON p.entry_id = e.id AND p.amount > 0 WHERE e.kind = 'receipt' AND e.subject_id IS NOT NULL;
INSERT INTO money_act_subjects (act_id, thing, subject_id, before)
  SELECT id, 'import'::money_thing, id, NULL::jsonb FROM statement_imports
  UNION ALL SELECT id, 'line', id, '{}' FROM statement_lines WHERE decided_at IS NOT NULL
  UNION ALL SELECT DISTINCT id, 'investment'::money_thing, unnest(investment_ids), '{}'::jsonb FROM statement_lines
  UNION ALL SELECT id, 'receipt', id, NULL FROM manual_receipts
  UNION ALL SELECT id, 'investment', investment_id, '{}' FROM manual_receipts
  UNION ALL SELECT id, 'payout', id, '{}' FROM payouts;

ALTER TABLE statement_lines ALTER COLUMN act_id SET NOT NULL,
  DROP COLUMN booked_as, DROP COLUMN decided_at, DROP COLUMN decided_by, DROP COLUMN hand_entry_id, DROP COLUMN investment_ids;
ALTER TABLE payouts ALTER COLUMN act_id SET NOT NULL;
ALTER TABLE return_declarations ALTER COLUMN id DROP DEFAULT;

-- A line is stored once, and a receipt recorded by hand once, unless it was withdrawn.
CREATE UNIQUE INDEX statement_lines_key_once ON statement_lines (key) WHERE state <> 'withdrawn';
CREATE UNIQUE INDEX manual_receipts_reference_once ON manual_receipts (bank_reference) WHERE state <> 'withdrawn';
-- A plan has one valid return for a month.
CREATE UNIQUE INDEX return_declarations_once ON return_declarations (plan_id, month) WHERE undone_by_id IS NULL;

-- The next texts to be deleted by retention (ADR 15).
CREATE INDEX statement_lines_old ON statement_lines (act_id) WHERE narration_cipher <> '' AND state <> 'waiting';
