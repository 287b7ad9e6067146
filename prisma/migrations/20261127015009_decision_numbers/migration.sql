-- DropIndex
DROP INDEX "decisions_submission_id_decided_at_idx";

-- AlterTable
ALTER TABLE "decisions" ADD COLUMN     "number" BIGSERIAL NOT NULL;
UPDATE decisions AS d SET number = ordered.number
  FROM (SELECT id, row_number() OVER (ORDER BY decided_at, id) AS number FROM decisions) AS ordered WHERE ordered.id = d.id;

-- CreateIndex
CREATE INDEX "decisions_submission_id_number_idx" ON "decisions"("submission_id", "number" DESC);
