-- AlterEnum
ALTER TYPE "proposal_kind" ADD VALUE 'bank_account';
ALTER TYPE "proposal_kind" ADD VALUE 'statement_gap';

-- CreateTable
CREATE TABLE "bank_accounts" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "receives" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bank_accounts_pkey" PRIMARY KEY ("id")
);

-- Statements from before belong to one account, whose name and number an administrator enters.
INSERT INTO bank_accounts (id, name, bank, number, receives)
SELECT gen_random_uuid(), 'Account of earlier statements', 'Enter the bank', '0000000000', true
WHERE EXISTS (SELECT FROM statement_imports) OR EXISTS (SELECT FROM ledger_accounts WHERE name = 'bank');

ALTER TABLE ledger_accounts DISABLE TRIGGER USER;
UPDATE ledger_accounts SET subject_id = (SELECT id FROM bank_accounts) WHERE name = 'bank' AND subject_id IS NULL;
ALTER TABLE ledger_accounts ENABLE TRIGGER USER;

-- Mappings named columns by their headings; they are chosen again.
DELETE FROM csv_mappings;

-- AlterTable
ALTER TABLE "csv_mappings" DROP CONSTRAINT "csv_mappings_pkey",
DROP COLUMN "bank",
ADD COLUMN     "bank_account_id" UUID NOT NULL,
ADD COLUMN     "shape" TEXT NOT NULL,
ADD CONSTRAINT "csv_mappings_pkey" PRIMARY KEY ("bank_account_id", "shape");

-- AlterTable
ALTER TABLE "statement_imports" ADD COLUMN     "bank_account_id" UUID,
ADD COLUMN     "closing" BIGINT,
ADD COLUMN     "first_on" DATE,
ADD COLUMN     "opening" BIGINT;

UPDATE statement_imports SET bank_account_id = (SELECT id FROM bank_accounts);

ALTER TABLE "statement_imports" ALTER COLUMN "bank_account_id" SET NOT NULL;

-- AlterTable
ALTER TABLE "statement_lines" ADD COLUMN     "balance" BIGINT,
ADD COLUMN     "bank_account_id" UUID,
ADD COLUMN     "begins" BOOLEAN,
ADD COLUMN     "parts_cipher" TEXT,
ADD COLUMN     "position" BIGINT;

-- Earlier lines have no balances: theirs begin with zero, so the first statement afterwards does not continue them, and two administrators
-- accept the gap (ADR 51).
UPDATE statement_lines AS l SET bank_account_id = (SELECT id FROM bank_accounts), position = o.position, balance = o.balance,
  begins = o.position = 1
FROM (
  SELECT id, row_number() OVER (ORDER BY on_day, id) AS position, sum(amount) OVER (ORDER BY on_day, id) AS balance FROM statement_lines
) AS o WHERE o.id = l.id;

ALTER TABLE "statement_lines" DROP COLUMN "key",
ALTER COLUMN "balance" SET NOT NULL,
ALTER COLUMN "bank_account_id" SET NOT NULL,
ALTER COLUMN "begins" SET NOT NULL,
ALTER COLUMN "position" SET NOT NULL;

-- CreateTable
CREATE TABLE "statement_files" (
    "import_id" UUID NOT NULL,
    "data_key" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "statement_files_pkey" PRIMARY KEY ("import_id")
);

-- CreateTable
CREATE TABLE "statement_gaps" (
    "id" UUID NOT NULL,
    "bank_account_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "proposed_by_id" UUID NOT NULL,
    "confirmed_by_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "statement_gaps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "statement_gaps_bank_account_id_sha256_key" ON "statement_gaps"("bank_account_id", "sha256");

-- AddForeignKey
ALTER TABLE "statement_gaps" ADD CONSTRAINT "statement_gaps_bank_account_id_fkey" FOREIGN KEY ("bank_account_id") REFERENCES "bank_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateIndex
CREATE UNIQUE INDEX "bank_accounts_number_key" ON "bank_accounts"("number");

-- CreateIndex
CREATE INDEX "statement_imports_bank_account_id_id_idx" ON "statement_imports"("bank_account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "statement_lines_bank_account_id_on_day_position_idx" ON "statement_lines"("bank_account_id", "on_day", "position");

-- AddForeignKey
ALTER TABLE "statement_imports" ADD CONSTRAINT "statement_imports_bank_account_id_fkey" FOREIGN KEY ("bank_account_id") REFERENCES "bank_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_files" ADD CONSTRAINT "statement_files_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "statement_imports"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_bank_account_id_fkey" FOREIGN KEY ("bank_account_id") REFERENCES "bank_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "csv_mappings" ADD CONSTRAINT "csv_mappings_bank_account_id_fkey" FOREIGN KEY ("bank_account_id") REFERENCES "bank_accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Each line has one place in the chain of balances.
CREATE UNIQUE INDEX statement_lines_position_once ON statement_lines (bank_account_id, position) WHERE state <> 'withdrawn';

-- Investors transfer to one account.
CREATE UNIQUE INDEX bank_accounts_receives_once ON bank_accounts (receives) WHERE receives;
