-- What the law requires to be kept about the verification of an erased user (threat 54, ADR 26).
CREATE TABLE "retained_records" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,
    "keep_until" TIMESTAMPTZ(3) NOT NULL,
    "outcome" "verification_status" NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "retention_key" TEXT NOT NULL,
    "reason_cipher" TEXT NOT NULL,
    "body_cipher" TEXT NOT NULL,
    "indexes" TEXT[],

    CONSTRAINT "retained_records_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "retained_records_erased_at_idx" ON "retained_records"("erased_at" DESC);
CREATE INDEX "retained_records_keep_until_idx" ON "retained_records"("keep_until");
CREATE INDEX "retained_records_indexes_idx" ON "retained_records" USING GIN ("indexes");
