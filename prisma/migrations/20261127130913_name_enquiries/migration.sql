-- CreateEnum
CREATE TYPE "name_enquiry_state" AS ENUM ('waiting', 'matches', 'differs', 'not_found', 'no_answer');

-- CreateTable
CREATE TABLE "name_enquiries" (
    "payout_id" UUID NOT NULL,
    "provider" "identity_provider" NOT NULL,
    "state" "name_enquiry_state" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),
    "data_key" TEXT,
    "answer_cipher" TEXT,

    CONSTRAINT "name_enquiries_pkey" PRIMARY KEY ("payout_id")
);

-- AddForeignKey
ALTER TABLE "name_enquiries" ADD CONSTRAINT "name_enquiries_payout_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payouts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
