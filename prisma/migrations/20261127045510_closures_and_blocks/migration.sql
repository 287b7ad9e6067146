-- CreateEnum
CREATE TYPE "block_reason" AS ENUM ('fraud', 'forgery', 'sanctions');

-- AlterTable
ALTER TABLE "duplicate_decisions" DROP COLUMN "goes_on_id";

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "duplicate_of_id" UUID;

-- CreateTable
CREATE TABLE "person_blocks" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "reason" "block_reason" NOT NULL,
    "indexes" TEXT[],
    "blocked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "blocked_by_id" UUID NOT NULL,
    "lifted_at" TIMESTAMPTZ(3),
    "lifted_by_id" UUID,

    CONSTRAINT "person_blocks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "person_blocks_user_id_idx" ON "person_blocks"("user_id");

-- CreateIndex
CREATE INDEX "person_blocks_indexes_idx" ON "person_blocks" USING GIN ("indexes");

-- CreateIndex
CREATE INDEX "users_duplicate_of_id_idx" ON "users"("duplicate_of_id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_duplicate_of_id_fkey" FOREIGN KEY ("duplicate_of_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
