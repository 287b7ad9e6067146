-- CreateEnum
CREATE TYPE "investment_state" AS ENUM ('requested', 'active', 'cancelled', 'expired');

-- AlterTable
ALTER TABLE "plans" ADD COLUMN     "taken" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "investments" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "plan_version_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "state" "investment_state" NOT NULL DEFAULT 'requested',
    "reference" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancel_until" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "terms_hash" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_on" DATE,
    "start_on" DATE,
    "maturity_on" DATE,

    CONSTRAINT "investments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "investments_reference_key" ON "investments"("reference");

-- CreateIndex
CREATE INDEX "investments_user_id_id_idx" ON "investments"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "investments_state_id_idx" ON "investments"("state", "id" DESC);

-- CreateIndex
CREATE INDEX "investments_plan_version_id_idx" ON "investments"("plan_version_id");

-- AddForeignKey
ALTER TABLE "investments" ADD CONSTRAINT "investments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investments" ADD CONSTRAINT "investments_plan_version_id_fkey" FOREIGN KEY ("plan_version_id") REFERENCES "plan_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Investments (product 10.31, ADR 38) -----------------------------------------------

ALTER TABLE investments
  ADD CONSTRAINT investments_amount CHECK (amount > 0),
  ADD CONSTRAINT investments_reference CHECK (reference ~ '^SDL-[2-9A-Z]{4}-[2-9A-Z]{4}$'),
  ADD CONSTRAINT investments_terms_hash CHECK (terms_hash ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT investments_times CHECK (requested_at <= cancel_until AND cancel_until <= expires_at),
  -- Exactly the active ones have been paid.
  ADD CONSTRAINT investments_paid CHECK (
    (state = 'active') = (paid_on IS NOT NULL)
    AND (paid_on IS NULL) = (start_on IS NULL) AND (start_on IS NULL) = (maturity_on IS NULL)
    AND (start_on IS NULL OR (paid_on <= start_on AND start_on < maturity_on)));
ALTER TABLE plans ADD CONSTRAINT plan_taken CHECK (taken >= 0);

-- What an investor has agreed to never changes; an investment that has ended or is active never waits again.
CREATE FUNCTION investments_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.user_id, OLD.plan_version_id, OLD.amount, OLD.reference, OLD.terms_hash, OLD.accepted_at)
      IS DISTINCT FROM (NEW.id, NEW.user_id, NEW.plan_version_id, NEW.amount, NEW.reference, NEW.terms_hash, NEW.accepted_at)
    OR (OLD.state <> NEW.state AND OLD.state <> 'requested') THEN
    RAISE EXCEPTION 'What was agreed on investment % never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER investments_protect BEFORE UPDATE ON investments FOR EACH ROW EXECUTE FUNCTION investments_protect();

-- What is taken of a plan's capacity, so that a request does not sum up all investments of the plan.
CREATE FUNCTION investments_update_taken() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  before bigint := CASE WHEN TG_OP <> 'INSERT' AND OLD.state IN ('requested', 'active') THEN OLD.amount ELSE 0 END;
  now bigint := CASE WHEN TG_OP <> 'DELETE' AND NEW.state IN ('requested', 'active') THEN NEW.amount ELSE 0 END;
BEGIN
  IF before <> now THEN
    UPDATE plans SET taken = taken + now - before
    WHERE id = (SELECT plan_id FROM plan_versions WHERE id = COALESCE(NEW.plan_version_id, OLD.plan_version_id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER investments_taken AFTER INSERT OR UPDATE OF state OR DELETE ON investments
  FOR EACH ROW EXECUTE FUNCTION investments_update_taken();
