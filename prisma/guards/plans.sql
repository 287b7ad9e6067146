-- Plans and their versions (ADR 37).

-- A slug is safe in a path without encoding.
ALTER TABLE plans ADD CONSTRAINT plan_slug CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 80);

-- Revisions are counted from 1.
ALTER TABLE plans ADD CONSTRAINT plan_revision CHECK (revision > 0);

-- The capacity taken is never negative, which would permit more investments than the plan has capacity for.
ALTER TABLE plans ADD CONSTRAINT plan_taken CHECK (taken >= 0);

-- The state changes as in planTransitions: a plan that was published is never a draft again.
CREATE TRIGGER plans_transitions BEFORE UPDATE ON plans FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('draft', 'open'), ('open', 'closed'), ('closed', 'open')))
  EXECUTE FUNCTION refuse_transition();

-- Versions are numbered from 1.
ALTER TABLE plan_versions ADD CONSTRAINT plan_version_number CHECK (version > 0);

-- Amounts are kobo as decimal text, because a JSON number would not be exact.
ALTER TABLE plan_versions ADD CONSTRAINT plan_version_amounts CHECK (
  COALESCE(terms->>'minimum', '') ~ '^[1-9][0-9]{0,15}$'
  AND COALESCE(terms->>'step', '') ~ '^[1-9][0-9]{0,15}$'
  AND COALESCE(terms->>'capacity', '1') ~ '^[1-9][0-9]{0,15}$'
  AND jsonb_typeof(terms->'minimum') = 'string'
  AND jsonb_typeof(terms->'step') = 'string');

-- A published version never changes and is never deleted, because investments were made under it.
CREATE OR REPLACE FUNCTION plan_versions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' THEN
    IF OLD.published_at IS NULL THEN
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END IF;
  END IF;
  RAISE EXCEPTION 'A published version of a plan never changes' USING ERRCODE = 'insufficient_privilege';
END $$;

-- See plan_versions_refuse_change.
CREATE TRIGGER plan_versions_no_change BEFORE UPDATE OR DELETE ON plan_versions
  FOR EACH ROW EXECUTE FUNCTION plan_versions_refuse_change();

-- Row triggers do not fire for TRUNCATE.
CREATE TRIGGER plan_versions_no_truncate BEFORE TRUNCATE ON plan_versions
  FOR EACH STATEMENT EXECUTE FUNCTION plan_versions_refuse_change();
