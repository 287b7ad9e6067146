-- CreateEnum
CREATE TYPE "statement_line_state" AS ENUM ('waiting', 'matched', 'returning', 'ignored');

-- CreateEnum
CREATE TYPE "proposed_by" AS ENUM ('reference', 'mistyped', 'name');

-- CreateTable
CREATE TABLE "statement_imports" (
    "id" UUID NOT NULL,
    "imported_by" UUID NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "file_name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "added" INTEGER NOT NULL,

    CONSTRAINT "statement_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "statement_lines" (
    "id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "on_day" DATE NOT NULL,
    "amount" BIGINT NOT NULL,
    "bank_reference" TEXT NOT NULL,
    "data_key" TEXT NOT NULL,
    "narration_cipher" TEXT NOT NULL,
    "counterparty_cipher" TEXT NOT NULL,
    "note_cipher" TEXT,
    "state" "statement_line_state" NOT NULL DEFAULT 'waiting',
    "proposed_id" UUID,
    "proposed_by" "proposed_by",
    "hand_entry_id" UUID,
    "investment_ids" UUID[],
    "booked_as" TEXT,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "statement_lines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "csv_mappings" (
    "bank" TEXT NOT NULL,
    "mapping" JSONB NOT NULL,

    CONSTRAINT "csv_mappings_pkey" PRIMARY KEY ("bank")
);

-- CreateIndex
CREATE UNIQUE INDEX "statement_lines_key_key" ON "statement_lines"("key");

-- CreateIndex
CREATE UNIQUE INDEX "statement_lines_hand_entry_id_key" ON "statement_lines"("hand_entry_id");

-- CreateIndex
CREATE INDEX "statement_lines_state_id_idx" ON "statement_lines"("state", "id" DESC);

-- CreateIndex
CREATE INDEX "statement_lines_import_id_idx" ON "statement_lines"("import_id");

-- CreateIndex
CREATE INDEX "statement_lines_proposed_id_idx" ON "statement_lines"("proposed_id");

-- CreateIndex
CREATE INDEX "statement_lines_bank_reference_idx" ON "statement_lines"("bank_reference");

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "statement_imports"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_proposed_id_fkey" FOREIGN KEY ("proposed_id") REFERENCES "investments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Statement lines (product 10.32, ADR 40) -----------------------------------------------

ALTER TABLE statement_imports
  ADD CONSTRAINT statement_imports_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT statement_imports_count CHECK (0 <= added AND added <= count);
ALTER TABLE statement_lines
  ADD CONSTRAINT statement_lines_amount CHECK (amount <> 0),
  ADD CONSTRAINT statement_lines_key CHECK (key ~ '^[0-9a-f]{64}$'),
  -- What was decided has a time and somebody who decided it; what waits has not.
  ADD CONSTRAINT statement_lines_decided CHECK (
    (state = 'waiting') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  -- Money that was paid out is not returned, is not matched with investments, and is no receipt.
  ADD CONSTRAINT statement_lines_incoming CHECK (
    amount > 0 OR (state <> 'returning' AND investment_ids = '{}' AND hand_entry_id IS NULL AND proposed_id IS NULL));

-- What the bank booked never changes, and a decision is not taken back: its entries are in the ledger.
CREATE FUNCTION statement_lines_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.import_id, OLD.key, OLD.on_day, OLD.amount, OLD.bank_reference, OLD.narration_cipher, OLD.counterparty_cipher)
      IS DISTINCT FROM (NEW.id, NEW.import_id, NEW.key, NEW.on_day, NEW.amount, NEW.bank_reference, NEW.narration_cipher, NEW.counterparty_cipher)
    OR (OLD.state <> NEW.state AND OLD.state <> 'waiting') THEN
    RAISE EXCEPTION 'What the bank booked in line % never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER statement_lines_protect BEFORE UPDATE ON statement_lines FOR EACH ROW EXECUTE FUNCTION statement_lines_protect();
