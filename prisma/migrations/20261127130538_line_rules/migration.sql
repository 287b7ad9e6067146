-- CreateEnum
CREATE TYPE "money_direction" AS ENUM ('in', 'out');

-- CreateEnum
CREATE TYPE "amount_rule" AS ENUM ('any', 'exactly', 'at_most');

-- AlterTable
ALTER TABLE "money_acts" ADD COLUMN     "rule_id" UUID;

-- CreateTable
CREATE TABLE "line_rules" (
    "id" UUID NOT NULL,
    "data_key" TEXT NOT NULL,
    "name_cipher" TEXT NOT NULL,
    "text_cipher" TEXT NOT NULL,
    "direction" "money_direction" NOT NULL,
    "bank_account_id" UUID,
    "amount_rule" "amount_rule" NOT NULL,
    "amount" BIGINT,
    "category" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "made_by_id" UUID NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "line_rules_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "money_acts_rule_id_idx" ON "money_acts"("rule_id");
