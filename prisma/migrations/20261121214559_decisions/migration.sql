-- DropIndex
DROP INDEX "submissions_reviewed_at_idx";

-- CreateTable
CREATE TABLE "decisions" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "submission_id" UUID,
    "status" "verification_status" NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by_id" UUID,
    "reason" TEXT,

    CONSTRAINT "decisions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "decisions_submission_id_decided_at_idx" ON "decisions"("submission_id", "decided_at" DESC);

-- CreateIndex
CREATE INDEX "decisions_user_id_idx" ON "decisions"("user_id");

-- CreateIndex
CREATE INDEX "decisions_decided_by_id_idx" ON "decisions"("decided_by_id");

-- CreateIndex
CREATE INDEX "decisions_decided_at_idx" ON "decisions"("decided_at");

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE decisions
  ADD CONSTRAINT decisions_made CHECK (status <> 'pending'),
  ADD CONSTRAINT decisions_reason_length CHECK (char_length(reason) BETWEEN 1 AND 1000);

-- What was decided before this table was there: of each submission the last, and of who was approved without one.
INSERT INTO decisions (id, user_id, submission_id, status, decided_at, decided_by_id, reason)
SELECT gen_random_uuid(), user_id, id, state::text::verification_status, reviewed_at, reviewed_by_id, rejection_reason
FROM submissions WHERE reviewed_at IS NOT NULL
UNION ALL
SELECT gen_random_uuid(), id, NULL, status, reviewed_at, reviewed_by_id, rejection_reason
FROM users WHERE reviewed_at IS NOT NULL AND current_submission_id IS NULL;
