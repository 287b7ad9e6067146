-- Checks of NIN, BVN, bank account and company with an outside source (product 10.26).
CREATE TYPE "identity_check_kind" AS ENUM ('nin', 'bvn', 'account', 'company');
CREATE TYPE "identity_provider" AS ENUM ('manual', 'sandbox', 'dojah');
CREATE TYPE "identity_check_state" AS ENUM ('waiting', 'answered', 'failed');
CREATE TYPE "identity_check_outcome" AS ENUM ('matches', 'differs', 'not_found');
CREATE TYPE "identity_check_failure" AS ENUM ('no_answer', 'rejected', 'configuration');

CREATE TABLE "identity_checks" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "kind" "identity_check_kind" NOT NULL,
    "ordinal" INTEGER,
    "provider" "identity_provider" NOT NULL,
    "state" "identity_check_state" NOT NULL,
    "outcome" "identity_check_outcome",
    "failure" "identity_check_failure",
    "data_key" TEXT,
    "answer_cipher" TEXT,
    "consent" TEXT,
    "asked_by_id" UUID,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "cost_kobo" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "identity_checks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "identity_checks_state" CHECK (
      ("state" = 'waiting') = ("next_attempt_at" IS NOT NULL)
      AND ("state" = 'waiting') = ("answered_at" IS NULL)
      AND ("state" = 'answered') = ("outcome" IS NOT NULL)
      AND ("state" = 'answered') = ("answer_cipher" IS NOT NULL)
      AND ("state" = 'failed') = ("failure" IS NOT NULL)
      AND ("data_key" IS NULL) = ("answer_cipher" IS NULL)),
    -- No provider is asked without the applicant's consent.
    CONSTRAINT "identity_checks_consent" CHECK ("provider" = 'manual' OR "consent" IS NOT NULL),
    CONSTRAINT "identity_checks_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "identity_checks_asked_by_id_fkey" FOREIGN KEY ("asked_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "identity_checks_submission_id_asked_at_idx" ON "identity_checks"("submission_id", "asked_at" DESC);
CREATE INDEX "identity_checks_asked_by_id_idx" ON "identity_checks"("asked_by_id");
-- Two reviewers who ask at the same time ask once.
CREATE UNIQUE INDEX "identity_checks_waiting" ON "identity_checks"("submission_id", "kind", coalesce("ordinal", -1)) WHERE "state" = 'waiting';
CREATE INDEX "identity_checks_due" ON "identity_checks"("next_attempt_at") WHERE "state" = 'waiting';

-- Calls and their cost by day in Lagos. Apart from the checks, which are deleted with their user.
CREATE TABLE "identity_call_totals" (
    "day" DATE NOT NULL,
    "provider" "identity_provider" NOT NULL,
    "kind" "identity_check_kind" NOT NULL,
    "calls" INTEGER NOT NULL,
    "cost_kobo" INTEGER NOT NULL,

    CONSTRAINT "identity_call_totals_pkey" PRIMARY KEY ("day", "provider", "kind")
);

-- The version of the text with which the applicant agreed to such checks, at submitted_at.
ALTER TABLE "submissions" ADD COLUMN "check_consent" TEXT;
