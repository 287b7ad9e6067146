-- Decisions on parts of a submission (product 10.16).
ALTER TABLE "submissions" ADD COLUMN "changes_requested" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "part_reviews" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "part" TEXT NOT NULL,
    "reason" TEXT,
    "note" TEXT,
    "reviewed_by_id" UUID,
    "reviewed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "part_reviews_pkey" PRIMARY KEY ("id"),
    -- A note explains a reason.
    CONSTRAINT "part_reviews_note" CHECK ("reason" IS NOT NULL OR "note" IS NULL),
    CONSTRAINT "part_reviews_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "part_reviews_reviewed_by_id_fkey" FOREIGN KEY ("reviewed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "part_reviews_submission_id_part_key" ON "part_reviews"("submission_id", "part");
CREATE INDEX "part_reviews_reviewed_by_id_idx" ON "part_reviews"("reviewed_by_id");
