-- CreateEnum
CREATE TYPE "reinvestment" AS ENUM ('nothing', 'principal', 'everything');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "investment_state" ADD VALUE 'matured';
ALTER TYPE "investment_state" ADD VALUE 'redeemed';

-- AlterEnum
ALTER TYPE "proposal_kind" ADD VALUE 'return_declaration';

-- AlterTable
ALTER TABLE "investments" ADD COLUMN     "next_due_on" DATE,
ADD COLUMN     "reinvest" "reinvestment" NOT NULL DEFAULT 'nothing',
ADD COLUMN     "reinvest_accepted_at" TIMESTAMPTZ(3),
ADD COLUMN     "reinvest_version_id" UUID,
ADD COLUMN     "renews_id" UUID,
ADD COLUMN     "waits_for" TEXT;

-- CreateTable
CREATE TABLE "redemptions" (
    "id" UUID NOT NULL,
    "investment_id" UUID NOT NULL,
    "on_day" DATE NOT NULL,
    "amount" BIGINT NOT NULL,
    "redeemed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "redemptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "return_declarations" (
    "plan_id" UUID NOT NULL,
    "month" TEXT NOT NULL,
    "rate" INTEGER NOT NULL,
    "declared_by_id" UUID NOT NULL,
    "confirmed_by_id" UUID NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "return_declarations_pkey" PRIMARY KEY ("plan_id","month")
);

-- CreateTable
CREATE TABLE "tax_changes" (
    "id" UUID NOT NULL,
    "from_day" DATE NOT NULL,
    "rate" INTEGER NOT NULL,
    "changed_by_id" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tax_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "redemptions_investment_id_idx" ON "redemptions"("investment_id");

-- CreateIndex
CREATE INDEX "tax_changes_from_day_idx" ON "tax_changes"("from_day");

-- CreateIndex
CREATE UNIQUE INDEX "investments_renews_id_key" ON "investments"("renews_id");

-- CreateIndex
CREATE INDEX "investments_waits_for_next_due_on_idx" ON "investments"("waits_for", "next_due_on");

-- CreateIndex
CREATE INDEX "investments_reinvest_version_id_idx" ON "investments"("reinvest_version_id");

-- AddForeignKey
ALTER TABLE "investments" ADD CONSTRAINT "investments_reinvest_version_id_fkey" FOREIGN KEY ("reinvest_version_id") REFERENCES "plan_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investments" ADD CONSTRAINT "investments_renews_id_fkey" FOREIGN KEY ("renews_id") REFERENCES "investments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_investment_id_fkey" FOREIGN KEY ("investment_id") REFERENCES "investments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "return_declarations" ADD CONSTRAINT "return_declarations_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The life of an investment (product 10.33, ADR 41) ---------------------------------
-- Values that a transaction adds to an enum cannot be used in it, therefore checks compare the text.

ALTER TABLE investments
  DROP CONSTRAINT investments_paid,
  -- Exactly those whose tenor has begun have been paid.
  ADD CONSTRAINT investments_paid CHECK (
    (state::text IN ('active', 'matured', 'redeemed')) = (paid_on IS NOT NULL)
    AND (paid_on IS NULL) = (start_on IS NULL) AND (start_on IS NULL) = (maturity_on IS NULL)
    AND (start_on IS NULL OR (paid_on <= start_on AND start_on < maturity_on)));

-- An investment that becomes active has nothing in the ledger of what its schedule says. The job sets the day of the next payment.
CREATE FUNCTION investments_first_due() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.next_due_on := CASE WHEN NEW.state = 'active' THEN COALESCE(NEW.next_due_on, NEW.start_on) END;
  RETURN NEW;
END $$;
CREATE TRIGGER investments_first_due BEFORE INSERT OR UPDATE ON investments FOR EACH ROW EXECUTE FUNCTION investments_first_due();
UPDATE investments SET next_due_on = start_on WHERE state = 'active';

ALTER TABLE investments
  ADD CONSTRAINT investments_next_due CHECK ((state = 'active' AND start_on IS NOT NULL) = (next_due_on IS NOT NULL)),
  ADD CONSTRAINT investments_waits_for CHECK (waits_for IS NULL OR (next_due_on IS NOT NULL AND waits_for ~ '^\d{4}-\d{2}$')),
  ADD CONSTRAINT investments_reinvest CHECK (
    (reinvest = 'nothing') = (reinvest_version_id IS NULL) AND (reinvest = 'nothing') = (reinvest_accepted_at IS NULL));
ALTER TABLE redemptions ADD CONSTRAINT redemptions_amount CHECK (amount > 0);
ALTER TABLE return_declarations
  ADD CONSTRAINT return_declarations_month CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  ADD CONSTRAINT return_declarations_second_person CHECK (declared_by_id <> confirmed_by_id);
ALTER TABLE tax_changes ADD CONSTRAINT tax_changes_rate CHECK (rate BETWEEN 0 AND 10000);

-- Lists the months that wait by plan, without reading the investments that do not.
CREATE INDEX investments_waiting ON investments (plan_version_id, waits_for) WHERE waits_for IS NOT NULL;

-- An active investment ends once, by maturity or by redemption.
CREATE OR REPLACE FUNCTION investments_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.user_id, OLD.plan_version_id, OLD.amount, OLD.reference, OLD.terms_hash, OLD.accepted_at)
      IS DISTINCT FROM (NEW.id, NEW.user_id, NEW.plan_version_id, NEW.amount, NEW.reference, NEW.terms_hash, NEW.accepted_at)
    OR (OLD.state <> NEW.state AND NOT CASE OLD.state
      WHEN 'requested' THEN NEW.state IN ('active', 'cancelled', 'expired')
      WHEN 'active' THEN NEW.state IN ('matured', 'redeemed')
      ELSE false END) THEN
    RAISE EXCEPTION 'What was agreed on investment % never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Schedules are computed from these rows, and what was posted must stay what they say. The rows of an erased investment are deleted with it.
CREATE FUNCTION investments_no_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % never change', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER redemptions_no_change BEFORE UPDATE ON redemptions FOR EACH ROW EXECUTE FUNCTION investments_no_change();
CREATE TRIGGER return_declarations_no_change BEFORE UPDATE OR DELETE ON return_declarations
  FOR EACH ROW EXECUTE FUNCTION investments_no_change();
CREATE TRIGGER tax_changes_no_change BEFORE UPDATE OR DELETE ON tax_changes FOR EACH ROW EXECUTE FUNCTION investments_no_change();

-- Says whether returns were posted from a day on, before the tax of that day is changed.
CREATE INDEX ledger_entries_returns ON ledger_entries (on_day) WHERE kind = 'return_due';
