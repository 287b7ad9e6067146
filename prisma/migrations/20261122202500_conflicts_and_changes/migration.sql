-- The browser of a known device, comparable between users (threat 64).
ALTER TABLE "known_devices" ADD COLUMN "browser_hash" TEXT;
CREATE INDEX "known_devices_browser_hash_idx" ON "known_devices"("browser_hash");

-- Names and phone numbers changed after the approval (threat 63).
CREATE TYPE "profile_field" AS ENUM ('name', 'phone');
CREATE TABLE "profile_changes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "field" "profile_field" NOT NULL,
    "before" TEXT NOT NULL,
    "after" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "confirmed_by_id" UUID,

    CONSTRAINT "profile_changes_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "profile_changes_user_id_changed_at_idx" ON "profile_changes"("user_id", "changed_at" DESC);
CREATE INDEX "profile_changes_field_confirmed_at_changed_at_idx" ON "profile_changes"("field", "confirmed_at", "changed_at");

ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
