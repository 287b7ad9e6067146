-- Plans in versions (product 10.30, ADR 37).

CREATE TYPE "plan_state" AS ENUM ('draft', 'open', 'closed');

-- CreateTable
CREATE TABLE "plan_versions" (
    "id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "risk" TEXT NOT NULL,
    "terms" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "plan_versions_pkey" PRIMARY KEY ("id")
);

-- The id of a plan becomes its address, so that the address stays the same.
ALTER TABLE "plans" DROP CONSTRAINT "plans_pkey";
ALTER TABLE "plans" RENAME COLUMN "id" TO "slug";
ALTER TABLE "plans"
    ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN "state" "plan_state" NOT NULL DEFAULT 'open',
    ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 1,
    ADD CONSTRAINT "plans_pkey" PRIMARY KEY ("id");
ALTER TABLE "plans" ALTER COLUMN "id" DROP DEFAULT, ALTER COLUMN "state" SET DEFAULT 'draft';
CREATE UNIQUE INDEX "plans_slug_key" ON "plans"("slug");

CREATE UNIQUE INDEX "plan_versions_plan_id_version_key" ON "plan_versions"("plan_id", "version");
ALTER TABLE "plan_versions" ADD CONSTRAINT "plan_versions_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Plans that were published before become version 1, with a declared return, because their range was a target.
INSERT INTO "plan_versions" ("id", "plan_id", "version", "name", "summary", "description", "risk", "terms", "created_at", "published_at")
SELECT gen_random_uuid(), "id", 1, "name", "summary", "description", "risk",
    jsonb_build_object(
        'minimum', "minimum_kobo"::text,
        'step', '1000000',
        'capacity', NULL,
        'tenor', jsonb_build_object('unit', 'months', 'count', "tenor_months"),
        'return', jsonb_build_object('kind', 'declared', 'low', "target_return_low", 'high', "target_return_high"),
        'dayCount', 'actual/365',
        'payout', CASE "payout"
            WHEN 'Every month' THEN 'monthly'
            WHEN 'Every quarter' THEN 'quarterly'
            WHEN 'Twice a year' THEN 'quarterly'
            ELSE 'maturity' END,
        'earlyRedemption', NULL,
        'fee', 0,
        'withholdingTax', 1000,
        'riskText', 'What the plan invests in can fall in value. You can lose some or all of the money that you invest.',
        'termsText', 'You receive the agreement before you invest. You decide once you have read it.'),
    "created_at", now()
FROM "plans";

ALTER TABLE "plans"
    DROP COLUMN "name",
    DROP COLUMN "summary",
    DROP COLUMN "description",
    DROP COLUMN "minimum_kobo",
    DROP COLUMN "tenor_months",
    DROP COLUMN "target_return_low",
    DROP COLUMN "target_return_high",
    DROP COLUMN "risk",
    DROP COLUMN "payout";

ALTER TABLE "plans"
    -- An address is safe in a path without encoding.
    ADD CONSTRAINT plan_slug CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 80),
    ADD CONSTRAINT plan_revision CHECK (revision > 0);

ALTER TABLE "plan_versions"
    ADD CONSTRAINT plan_version_number CHECK (version > 0),
    -- Money is kobo as decimal text: a number of JSON would not be exact.
    ADD CONSTRAINT plan_version_amounts CHECK (
        COALESCE(terms->>'minimum', '') ~ '^[1-9][0-9]{0,15}$'
        AND COALESCE(terms->>'step', '') ~ '^[1-9][0-9]{0,15}$'
        AND COALESCE(terms->>'capacity', '1') ~ '^[1-9][0-9]{0,15}$'
        AND jsonb_typeof(terms->'minimum') = 'string'
        AND jsonb_typeof(terms->'step') = 'string');

-- An edit changes the unpublished version, thus there is only one.
CREATE UNIQUE INDEX plan_versions_unpublished ON plan_versions (plan_id) WHERE published_at IS NULL;

-- Investments refer to a published version, thus it never changes, whoever tries.
CREATE FUNCTION plan_versions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' THEN
    IF OLD.published_at IS NULL THEN
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END IF;
  END IF;
  RAISE EXCEPTION 'A published version of a plan never changes' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER plan_versions_no_change BEFORE UPDATE OR DELETE ON plan_versions
  FOR EACH ROW EXECUTE FUNCTION plan_versions_refuse_change();
CREATE TRIGGER plan_versions_no_truncate BEFORE TRUNCATE ON plan_versions
  FOR EACH STATEMENT EXECUTE FUNCTION plan_versions_refuse_change();
