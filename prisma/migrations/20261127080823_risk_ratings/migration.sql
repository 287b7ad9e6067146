-- CreateEnum
CREATE TYPE "risk_level" AS ENUM ('low', 'medium', 'high');

-- AlterTable
ALTER TABLE "submissions" ADD COLUMN     "id_expires_on" DATE,
ADD COLUMN     "id_expiry_entered_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "renewing" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "risk_ratings" (
    "user_id" UUID NOT NULL,
    "level" "risk_level" NOT NULL,
    "factors" TEXT[],
    "rated_at" TIMESTAMPTZ(3) NOT NULL,
    "override_level" "risk_level",
    "data_key" TEXT,
    "note_cipher" TEXT,
    "overridden_by_id" UUID,
    "overridden_at" TIMESTAMPTZ(3),
    "review_due_on" DATE,
    "asked_at" TIMESTAMPTZ(3),

    CONSTRAINT "risk_ratings_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "risk_ratings_review_due_on_user_id_idx" ON "risk_ratings"("review_due_on", "user_id");

-- CreateIndex
CREATE INDEX "risk_ratings_overridden_by_id_idx" ON "risk_ratings"("overridden_by_id");

-- AddForeignKey
ALTER TABLE "risk_ratings" ADD CONSTRAINT "risk_ratings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "risk_ratings" ADD CONSTRAINT "risk_ratings_overridden_by_id_fkey" FOREIGN KEY ("overridden_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
