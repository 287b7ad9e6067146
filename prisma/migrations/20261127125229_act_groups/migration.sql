-- AlterTable
ALTER TABLE "money_acts" ADD COLUMN     "group_id" UUID;

-- CreateIndex
CREATE INDEX "money_acts_group_id_idx" ON "money_acts"("group_id");
