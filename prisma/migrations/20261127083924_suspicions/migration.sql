-- CreateEnum
CREATE TYPE "suspicion_thing" AS ENUM ('user', 'investment', 'statement_line', 'payout');

-- CreateEnum
CREATE TYPE "suspicion_state" AS ENUM ('open', 'filed', 'dismissed');

-- CreateTable
CREATE TABLE "suspicions" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "thing" "suspicion_thing" NOT NULL,
    "thing_id" UUID NOT NULL,
    "reported_by_id" UUID,
    "reported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "suggestion" TEXT,
    "data_key" TEXT NOT NULL,
    "subject_cipher" TEXT NOT NULL,
    "report_cipher" TEXT NOT NULL,
    "state" "suspicion_state" NOT NULL DEFAULT 'open',
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "note_cipher" TEXT,
    "filing" TEXT,
    "reference" TEXT,
    "filed_on" DATE,

    CONSTRAINT "suspicions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "suspicions_suggestion_key" ON "suspicions"("suggestion");

-- CreateIndex
CREATE INDEX "suspicions_state_reported_at_id_idx" ON "suspicions"("state", "reported_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "suspicions_user_id_idx" ON "suspicions"("user_id");
