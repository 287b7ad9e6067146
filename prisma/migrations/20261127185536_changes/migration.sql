-- AlterTable
ALTER TABLE "investments" ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "ledger_entries" ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "payouts" ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "statement_lines" ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "submissions" ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "users" ALTER COLUMN "updated_at" SET DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "investments_updated_at_id_idx" ON "investments"("updated_at", "id");

-- CreateIndex
CREATE INDEX "ledger_entries_updated_at_id_idx" ON "ledger_entries"("updated_at", "id");

-- CreateIndex
CREATE INDEX "payouts_updated_at_id_idx" ON "payouts"("updated_at", "id");

-- CreateIndex
CREATE INDEX "statement_lines_updated_at_id_idx" ON "statement_lines"("updated_at", "id");

-- CreateIndex
CREATE INDEX "submissions_updated_at_id_idx" ON "submissions"("updated_at", "id");

-- CreateIndex
CREATE INDEX "users_updated_at_id_idx" ON "users"("updated_at", "id");
