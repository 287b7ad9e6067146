-- What is redeemed gives its part of the plan's capacity back at once, also when the rest remains invested (product 10.33).
CREATE FUNCTION investment_takes(i investments) RETURNS bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN i.state IN ('requested', 'active')
    THEN i.amount - (SELECT coalesce(sum(amount), 0) FROM redemptions WHERE investment_id = i.id)::bigint ELSE 0 END
$$;

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

CREATE FUNCTION redemptions_update_taken() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE plans SET taken = taken - NEW.amount
  WHERE id = (SELECT v.plan_id FROM investments AS i JOIN plan_versions AS v ON v.id = i.plan_version_id WHERE i.id = NEW.investment_id);
  RETURN NULL;
END $$;
CREATE TRIGGER redemptions_taken AFTER INSERT ON redemptions FOR EACH ROW EXECUTE FUNCTION redemptions_update_taken();

UPDATE plans AS p SET taken = (
  SELECT coalesce(sum(investment_takes(i)), 0) FROM investments AS i JOIN plan_versions AS v ON v.id = i.plan_version_id WHERE v.plan_id = p.id);
