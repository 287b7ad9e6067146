-- CreateEnum
CREATE TYPE "due_state" AS ENUM ('due', 'assigned', 'withdrawn');

-- CreateEnum
CREATE TYPE "due_source" AS ENUM ('investment', 'receipt');

-- CreateTable
CREATE TABLE "amounts_due" (
    "id" UUID NOT NULL,
    "source" "due_source" NOT NULL,
    "state" "due_state" NOT NULL DEFAULT 'due',
    "amount" BIGINT NOT NULL,
    "on_day" DATE NOT NULL,
    "investment_id" UUID,
    "user_id" UUID,
    "line_id" UUID,
    "payout_id" UUID,
    "returned_id" UUID,
    "data_key" TEXT,
    "account_cipher" TEXT,
    "account_entered_by" UUID,
    "act_id" UUID NOT NULL,

    CONSTRAINT "amounts_due_pkey" PRIMARY KEY ("id")
);

-- The guards and indexes that name what changes; each run of the migrations installs the new guards.
DROP TRIGGER IF EXISTS payouts_act ON payouts;
DROP TRIGGER IF EXISTS payouts_protect ON payouts;
DROP TRIGGER IF EXISTS money_acts_no_change ON money_acts;
DROP TRIGGER IF EXISTS money_act_subjects_no_change ON money_act_subjects;
ALTER TABLE payouts DROP CONSTRAINT IF EXISTS payouts_account, DROP CONSTRAINT IF EXISTS payouts_batch, DROP CONSTRAINT IF EXISTS payouts_due,
  DROP CONSTRAINT IF EXISTS payouts_investment;
DROP INDEX payouts_old, payouts_proposed_once, payouts_line_once;

-- Each payout is of one amount due, which has its id. What is due and not proposed is a balance, which becomes one amount due. An account
-- that was entered for an unknown sender is sealed for its payout, and has to be entered again.
INSERT INTO amounts_due (id, source, state, amount, on_day, investment_id, user_id, line_id, payout_id, act_id)
  SELECT id, source::text::due_source, (CASE WHEN state = 'due' THEN 'due' WHEN state = 'withdrawn' THEN 'withdrawn' ELSE 'assigned' END)::due_state,
    amount, (created_at AT TIME ZONE 'Africa/Lagos')::date, investment_id, user_id, line_id,
    CASE WHEN state NOT IN ('due', 'withdrawn') THEN id END, act_id
  FROM payouts WHERE source = 'receipt' OR state <> 'withdrawn';
INSERT INTO amounts_due (id, source, amount, on_day, investment_id, user_id, act_id)
  SELECT gen_random_uuid(), 'investment', -a.balance - coalesce(proposed.amount, 0), last.on_day, i.id, i.user_id, last.act_id
  FROM ledger_accounts AS a JOIN investments AS i ON i.id = a.subject_id
    JOIN LATERAL (SELECT e.on_day, coalesce(e.act_id, i.act_id) AS act_id FROM ledger_postings AS p JOIN ledger_entries AS e ON e.id = p.entry_id
      WHERE p.account_id = a.id AND p.amount < 0 ORDER BY p.ordinal DESC LIMIT 1) AS last ON true
    LEFT JOIN LATERAL (SELECT sum(amount) AS amount FROM payouts WHERE investment_id = i.id AND source = 'investment' AND state = 'proposed') AS proposed ON true
  WHERE a.name = 'due_to_investor' AND -a.balance > coalesce(proposed.amount, 0);

-- Proposals can still be withdrawn. Earlier acts that made something due cannot be undone.
INSERT INTO money_act_subjects (act_id, thing, subject_id, before)
  SELECT s.act_id, 'due', d.id, '{"state": "due", "payout_id": null}'
  FROM money_act_subjects AS s JOIN money_acts AS a ON a.id = s.act_id AND a.kind = 'propose' JOIN amounts_due AS d ON d.id = s.subject_id
  WHERE s.thing = 'payout';
UPDATE money_act_subjects AS s SET before = NULL FROM money_acts AS a WHERE a.id = s.act_id AND a.kind = 'propose' AND s.thing = 'payout';
UPDATE money_acts AS a SET reason = 'migrated' WHERE a.kind IN ('declare', 'instalment', 'redeem', 'reject', 'return')
  OR a.kind IN ('match', 'receipt', 'refund', 'cancel_and_refund') AND EXISTS (SELECT FROM money_act_subjects WHERE act_id = a.id AND thing = 'payout');

DELETE FROM payouts WHERE state = 'due' OR batch_id IS NULL;
CREATE TYPE "payout_state_new" AS ENUM ('proposed', 'released', 'paid', 'returned', 'withdrawn');
ALTER TABLE "payouts" ALTER COLUMN "state" TYPE "payout_state_new" USING ("state"::text::"payout_state_new");
DROP TYPE "payout_state";
ALTER TYPE "payout_state_new" RENAME TO "payout_state";

-- DropForeignKey
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_investment_id_fkey";

-- DropIndex
DROP INDEX "payouts_investment_id_idx";

-- AlterTable
ALTER TABLE "payouts" DROP COLUMN "investment_id",
DROP COLUMN "line_id",
DROP COLUMN "source",
ALTER COLUMN "batch_id" SET NOT NULL,
ALTER COLUMN "state" SET DEFAULT 'proposed',
ALTER COLUMN "data_key" SET NOT NULL,
ALTER COLUMN "account_cipher" SET NOT NULL;

-- DropEnum
DROP TYPE "payout_source";

-- CreateIndex
CREATE INDEX "amounts_due_state_id_idx" ON "amounts_due"("state", "id");

-- CreateIndex
CREATE INDEX "amounts_due_payout_id_idx" ON "amounts_due"("payout_id");

-- CreateIndex
CREATE INDEX "amounts_due_investment_id_idx" ON "amounts_due"("investment_id");

-- CreateIndex
CREATE INDEX "amounts_due_user_id_idx" ON "amounts_due"("user_id");

-- The surplus of a statement line is refunded once per investment, or once to an unknown sender; again only after that refund was withdrawn or
-- came back.
CREATE UNIQUE INDEX amounts_due_line_once ON amounts_due (line_id, investment_id, returned_id) NULLS NOT DISTINCT
  WHERE line_id IS NOT NULL AND state <> 'withdrawn';
-- The next texts to be deleted by retention (ADR 15).
CREATE INDEX payouts_old ON payouts (batch_id) WHERE account_cipher <> '' AND state IN ('paid', 'returned', 'withdrawn');

-- AddForeignKey
ALTER TABLE "amounts_due" ADD CONSTRAINT "amounts_due_investment_id_fkey" FOREIGN KEY ("investment_id") REFERENCES "investments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "amounts_due" ADD CONSTRAINT "amounts_due_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "amounts_due" ADD CONSTRAINT "amounts_due_payout_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payouts"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "amounts_due" ADD CONSTRAINT "amounts_due_returned_id_fkey" FOREIGN KEY ("returned_id") REFERENCES "payouts"("id") ON DELETE SET NULL ON UPDATE CASCADE;
