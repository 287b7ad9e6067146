-- Investments, redemptions, declared returns and the rate of withholding tax (ADR 38, 41).

-- The amount of an investment is positive.
ALTER TABLE investments ADD CONSTRAINT investments_amount CHECK (amount > 0);

-- The payment reference has the form that bank statements are searched for.
ALTER TABLE investments ADD CONSTRAINT investments_reference CHECK (reference ~ '^SDL-[2-9A-Z]{4}-[2-9A-Z]{4}$');

-- The hash of the accepted terms is a SHA-256.
ALTER TABLE investments ADD CONSTRAINT investments_terms_hash CHECK (terms_hash ~ '^[0-9a-f]{64}$');

-- The cancellation period ends before the investment expires.
ALTER TABLE investments ADD CONSTRAINT investments_times CHECK (requested_at <= cancel_until AND cancel_until <= expires_at);

-- Exactly the investments whose tenor has begun have been paid, and have the days of their tenor.
ALTER TABLE investments ADD CONSTRAINT investments_paid CHECK (
  (state IN ('active', 'matured', 'redeemed', 'ended')) = (paid_on IS NOT NULL)
  AND (paid_on IS NULL) = (start_on IS NULL) AND (start_on IS NULL) = (maturity_on IS NULL)
  AND (start_on IS NULL OR (paid_on <= start_on AND start_on < maturity_on)));

-- Only active investments have a next payment, and all of them do.
ALTER TABLE investments ADD CONSTRAINT investments_next_due
  CHECK ((state = 'active' AND start_on IS NOT NULL) = (next_due_on IS NOT NULL));

-- Only a next payment can wait for the declaration of a month.
ALTER TABLE investments ADD CONSTRAINT investments_waits_for
  CHECK (waits_for IS NULL OR (next_due_on IS NOT NULL AND waits_for ~ '^\d{4}-\d{2}$'));

-- Reinvestment needs an accepted version of a plan and the time of the acceptance.
ALTER TABLE investments ADD CONSTRAINT investments_reinvest CHECK (
  (reinvest = 'nothing') = (reinvest_version_id IS NULL) AND (reinvest = 'nothing') = (reinvest_accepted_at IS NULL));

-- The agreed terms never change, and an investment becomes unpaid again only when the ledger owes nothing for it, that is, after its entries
-- were reversed.
CREATE OR REPLACE FUNCTION investments_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.user_id, OLD.plan_version_id, OLD.amount, OLD.reference, OLD.terms_hash, OLD.accepted_at)
      IS DISTINCT FROM (NEW.id, NEW.user_id, NEW.plan_version_id, NEW.amount, NEW.reference, NEW.terms_hash, NEW.accepted_at)
    OR (OLD.state = 'active' AND NEW.state IN ('requested', 'cancelled') AND EXISTS (
        SELECT FROM ledger_accounts WHERE subject_id = OLD.id AND name IN ('principal', 'due_to_investor') AND balance <> 0)) THEN
    RAISE EXCEPTION 'What was agreed on investment % never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- See investments_protect.
CREATE TRIGGER investments_protect BEFORE UPDATE ON investments FOR EACH ROW EXECUTE FUNCTION investments_protect();

-- No instalment of an investment that becomes active has been posted, so the job begins at its first day. Only an active
-- investment has a next payment.
CREATE OR REPLACE FUNCTION investments_first_due() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.next_due_on := CASE WHEN NEW.state = 'active' THEN COALESCE(NEW.next_due_on, NEW.start_on) END;
  RETURN NEW;
END $$;

-- See investments_first_due.
CREATE TRIGGER investments_first_due BEFORE INSERT OR UPDATE ON investments FOR EACH ROW EXECUTE FUNCTION investments_first_due();

-- The plan capacity used by an investment. Redeemed principal frees its capacity once the redemption is posted, even while the rest remains
-- invested: those of days before the next payment are posted.
CREATE OR REPLACE FUNCTION investment_takes(i investments) RETURNS bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN i.state IN ('requested', 'active')
    THEN i.amount - (SELECT coalesce(sum(amount), 0) FROM redemptions
      WHERE investment_id = i.id AND undone_by_id IS NULL AND on_day < i.next_due_on)::bigint ELSE 0 END
$$;

-- The capacity taken is stored with the plan, so that a request does not sum up all investments of the plan.
CREATE OR REPLACE FUNCTION investments_update_taken() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  before bigint := CASE WHEN TG_OP <> 'INSERT' THEN investment_takes(OLD) ELSE 0 END;
  now bigint := CASE WHEN TG_OP <> 'DELETE' THEN investment_takes(NEW) ELSE 0 END;
BEGIN
  IF before <> now THEN
    UPDATE plans SET taken = taken + now - before
    WHERE id = (SELECT plan_id FROM plan_versions WHERE id = COALESCE(NEW.plan_version_id, OLD.plan_version_id));
  END IF;
  RETURN NULL;
END $$;

-- See investments_update_taken.
CREATE TRIGGER investments_taken AFTER INSERT OR UPDATE OF state, next_due_on OR DELETE ON investments
  FOR EACH ROW EXECUTE FUNCTION investments_update_taken();

-- See investment_takes. The investment is active: a redemption of the whole is recorded before it ends, and undone after it is active again.
CREATE OR REPLACE FUNCTION redemptions_update_taken() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE plans SET taken = taken + CASE WHEN NEW.undone_by_id IS NULL THEN -NEW.amount ELSE NEW.amount END
  WHERE id = (SELECT v.plan_id FROM investments AS i JOIN plan_versions AS v ON v.id = i.plan_version_id
    WHERE i.id = NEW.investment_id AND NEW.on_day < i.next_due_on);
  RETURN NULL;
END $$;

-- See redemptions_update_taken.
CREATE TRIGGER redemptions_taken AFTER INSERT OR UPDATE ON redemptions FOR EACH ROW EXECUTE FUNCTION redemptions_update_taken();

-- The amount of a redemption is positive.
ALTER TABLE redemptions ADD CONSTRAINT redemptions_amount CHECK (amount > 0);

-- The month of a declaration is written like `2026-11`.
ALTER TABLE return_declarations ADD CONSTRAINT return_declarations_month CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$');

-- A return is declared by one administrator and confirmed by another.
ALTER TABLE return_declarations ADD CONSTRAINT return_declarations_second_person CHECK (declared_by_id <> confirmed_by_id);

-- A tax rate is between 0 and 100 %, in basis points.
ALTER TABLE tax_changes ADD CONSTRAINT tax_changes_rate CHECK (rate BETWEEN 0 AND 10000);

-- Schedules are computed from these rows and must stay equal to what was posted, so the rows never change. An act undoes them once.
CREATE OR REPLACE FUNCTION investments_no_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % never change', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

-- See investments_no_change. The redemptions of an erased investment are deleted with it.
CREATE TRIGGER redemptions_no_change BEFORE UPDATE ON redemptions FOR EACH ROW
  WHEN ((OLD.id, OLD.investment_id, OLD.number, OLD.on_day, OLD.amount, OLD.waives_charge, OLD.redeemed_at)
    IS DISTINCT FROM (NEW.id, NEW.investment_id, NEW.number, NEW.on_day, NEW.amount, NEW.waives_charge, NEW.redeemed_at) OR OLD.undone_by_id IS NOT NULL)
  EXECUTE FUNCTION investments_no_change();

-- See investments_no_change.
CREATE TRIGGER return_declarations_no_change BEFORE UPDATE ON return_declarations FOR EACH ROW
  WHEN ((OLD.id, OLD.plan_id, OLD.month, OLD.rate, OLD.declared_by_id, OLD.confirmed_by_id, OLD.confirmed_at)
    IS DISTINCT FROM (NEW.id, NEW.plan_id, NEW.month, NEW.rate, NEW.declared_by_id, NEW.confirmed_by_id, NEW.confirmed_at)
    OR OLD.undone_by_id IS NOT NULL)
  EXECUTE FUNCTION investments_no_change();

-- See investments_no_change.
CREATE TRIGGER return_declarations_no_delete BEFORE DELETE ON return_declarations FOR EACH ROW EXECUTE FUNCTION investments_no_change();

-- See investments_no_change.
CREATE TRIGGER tax_changes_no_change BEFORE UPDATE OR DELETE ON tax_changes FOR EACH ROW EXECUTE FUNCTION investments_no_change();
