CREATE TYPE "payout_batch_state" AS ENUM ('proposed', 'released', 'withdrawn');
CREATE TYPE "payout_state" AS ENUM ('due', 'proposed', 'released', 'paid', 'returned', 'withdrawn');
CREATE TYPE "payout_source" AS ENUM ('investment', 'receipt');

-- CreateTable
CREATE TABLE "payout_batches" (
    "id" UUID NOT NULL,
    "state" "payout_batch_state" NOT NULL DEFAULT 'proposed',
    "count" INTEGER NOT NULL,
    "total" BIGINT NOT NULL,
    "proposed_by_id" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payouts" (
    "id" UUID NOT NULL,
    "batch_id" UUID,
    "source" "payout_source" NOT NULL,
    "state" "payout_state" NOT NULL,
    "amount" BIGINT NOT NULL,
    "reference" TEXT NOT NULL,
    "investment_id" UUID,
    "user_id" UUID,
    "line_id" UUID,
    "data_key" TEXT,
    "account_cipher" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_on" DATE,

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "payout_batches_state_id_idx" ON "payout_batches"("state", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "payouts_reference_key" ON "payouts"("reference");

-- CreateIndex
CREATE INDEX "payouts_batch_id_id_idx" ON "payouts"("batch_id", "id");

-- CreateIndex
CREATE INDEX "payouts_state_amount_idx" ON "payouts"("state", "amount");

-- CreateIndex
CREATE INDEX "payouts_investment_id_idx" ON "payouts"("investment_id");

-- CreateIndex
CREATE INDEX "payouts_user_id_idx" ON "payouts"("user_id");

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "payout_batches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_investment_id_fkey" FOREIGN KEY ("investment_id") REFERENCES "investments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Payouts (product 10.34, ADR 42) -----------------------------------------------------

ALTER TABLE payout_batches
  ADD CONSTRAINT payout_batches_count CHECK (count > 0 AND total > 0),
  -- Always two people: who released a batch has not proposed it.
  ADD CONSTRAINT payout_batches_decided CHECK (
    (state = 'proposed') = (decided_by_id IS NULL) AND (decided_by_id IS NULL) = (decided_at IS NULL)
    AND (state <> 'released' OR decided_by_id <> proposed_by_id));
ALTER TABLE payouts
  ADD CONSTRAINT payouts_amount CHECK (amount > 0),
  ADD CONSTRAINT payouts_account CHECK ((data_key IS NULL) = (account_cipher IS NULL)
    AND (state = 'due' OR account_cipher IS NOT NULL)),
  ADD CONSTRAINT payouts_batch CHECK ((state = 'due') = (batch_id IS NULL)),
  -- Only a receipt waits with a row of its own.
  ADD CONSTRAINT payouts_due CHECK (state <> 'due' OR source = 'receipt'),
  ADD CONSTRAINT payouts_investment CHECK (source = 'receipt' OR (investment_id IS NOT NULL AND user_id IS NOT NULL));
-- What is due for an investment is proposed once at a time.
CREATE UNIQUE INDEX payouts_proposed_once ON payouts (investment_id) WHERE source = 'investment' AND state = 'proposed';
-- A receipt is sent back once; again only after that has come back.
CREATE UNIQUE INDEX payouts_line_once ON payouts (line_id) WHERE state <> 'returned';

-- What is due now, however many investments there are.
CREATE INDEX ledger_accounts_due ON ledger_accounts (subject_id) WHERE name = 'due_to_investor' AND balance < 0;

-- A payout only goes forward, and what was proposed never changes.
CREATE FUNCTION payouts_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.source, OLD.amount, OLD.reference, OLD.investment_id, OLD.user_id, OLD.line_id)
      IS DISTINCT FROM (NEW.id, NEW.source, NEW.amount, NEW.reference, NEW.investment_id, NEW.user_id, NEW.line_id)
    OR (OLD.state <> 'due' AND NEW.state <> 'due' AND (OLD.batch_id, OLD.account_cipher) IS DISTINCT FROM (NEW.batch_id, NEW.account_cipher))
    OR (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('due', 'proposed'), ('proposed', 'due'), ('proposed', 'released'),
      ('proposed', 'withdrawn'), ('released', 'paid'), ('released', 'returned'), ('paid', 'returned'))) THEN
    RAISE EXCEPTION 'Payout % cannot change like this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payouts_protect BEFORE UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION payouts_protect();
