-- Cases: a reviewer claims a pending submission (product 10.15).
ALTER TABLE "submissions"
    ADD COLUMN "claimed_by_id" UUID,
    ADD COLUMN "claimed_at" TIMESTAMPTZ(3),
    ADD COLUMN "claim_active_at" TIMESTAMPTZ(3),
    ADD CONSTRAINT "submissions_claimed_by_id_fkey" FOREIGN KEY ("claimed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Few submissions are claimed at a time.
CREATE INDEX "submissions_claimed" ON "submissions"("claimed_by_id") WHERE "claimed_by_id" IS NOT NULL;
-- The queue, by waiting time.
CREATE INDEX "submissions_waiting" ON "submissions"("submitted_at", "id") WHERE "state" = 'pending';

-- Servers pass changes of cases on to the reviewers' browsers, whichever command or server made them.
CREATE FUNCTION "notify_case_changed"() RETURNS TRIGGER AS $$
BEGIN
    PERFORM pg_notify('cases', NEW."user_id"::text);
    RETURN NULL;
END;
$$ LANGUAGE plpgsql;

CREATE TRIGGER "submissions_case_changed" AFTER UPDATE OF "state", "claimed_by_id" ON "submissions"
    FOR EACH ROW WHEN (OLD."state" IS DISTINCT FROM NEW."state" OR OLD."claimed_by_id" IS DISTINCT FROM NEW."claimed_by_id")
    EXECUTE FUNCTION "notify_case_changed"();
