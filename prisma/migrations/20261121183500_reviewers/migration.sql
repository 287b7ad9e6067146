-- A reviewer who is erased leaves no id behind that nobody has.
UPDATE submissions SET reviewed_by_id = NULL
WHERE reviewed_by_id IS NOT NULL AND reviewed_by_id NOT IN (SELECT id FROM users);

-- CreateIndex
CREATE INDEX "submissions_reviewed_by_id_idx" ON "submissions"("reviewed_by_id");

-- AddForeignKey
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_reviewed_by_id_fkey" FOREIGN KEY ("reviewed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The root path is a path too.
ALTER TABLE carousel_items DROP CONSTRAINT carousel_image,
  ADD CONSTRAINT carousel_image CHECK (image ~ '^(/|https?://)' AND image !~ '^/[/\\]');
