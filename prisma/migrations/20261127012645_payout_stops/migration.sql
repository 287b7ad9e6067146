-- CreateTable
CREATE TABLE "payout_stops" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "act_id" UUID NOT NULL,
    "undone_by_id" UUID,

    CONSTRAINT "payout_stops_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "payout_stops" ADD CONSTRAINT "payout_stops_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Payouts to an investor are stopped once at a time. The payouts of a list are read with the stops of their investors.
CREATE UNIQUE INDEX payout_stops_once ON payout_stops (user_id) WHERE undone_by_id IS NULL;

-- A downloaded file is about its payouts, too. Earlier files had every payout in transit, which are at most those of their batch.
INSERT INTO money_act_subjects (act_id, thing, subject_id, before)
  SELECT a.id, 'payout', p.id, '{}' FROM money_acts AS a JOIN money_act_subjects AS s ON s.act_id = a.id AND s.thing = 'batch'
    JOIN payouts AS p ON p.batch_id = s.subject_id WHERE a.kind = 'download'
  ON CONFLICT DO NOTHING;
