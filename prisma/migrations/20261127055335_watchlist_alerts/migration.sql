-- CreateEnum
CREATE TYPE "alert_outcome" AS ENUM ('cleared', 'confirmed');

-- CreateTable
CREATE TABLE "watchlist_alerts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "owner_id" UUID,
    "closed_at" TIMESTAMPTZ(3),
    "outcome" "alert_outcome",

    CONSTRAINT "watchlist_alerts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "watchlist_alerts_user_id_idx" ON "watchlist_alerts"("user_id");

-- CreateIndex
CREATE INDEX "watchlist_alerts_owner_id_idx" ON "watchlist_alerts"("owner_id");

-- CreateIndex
CREATE INDEX "watchlist_alerts_opened_at_id_idx" ON "watchlist_alerts"("opened_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "watchlist_alerts" ADD CONSTRAINT "watchlist_alerts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watchlist_alerts" ADD CONSTRAINT "watchlist_alerts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- At most one alert per user is open. Prisma cannot express a partial index.
CREATE UNIQUE INDEX "watchlist_alerts_open" ON "watchlist_alerts" ("user_id") WHERE closed_at IS NULL;

-- Approved users with an open hit have an alert, due on the day of the migration.
INSERT INTO watchlist_alerts (id, user_id, due_at)
SELECT DISTINCT ON (u.id) gen_random_uuid(), u.id, now() FROM users AS u JOIN screening_hits AS h ON h.user_id = u.id
WHERE u.status = 'approved' AND u.role <> 'admin' AND h.state = 'open' AND h.ended_at IS NULL;
