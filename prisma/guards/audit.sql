-- The audit log (ADR 14).

-- Rows are numbered from 1.
ALTER TABLE audit_events ADD CONSTRAINT audit_seq CHECK (seq > 0);

-- Rows are only inserted (threat 37). Grants enforce the same for the application's role; the triggers also bind the owner of the table.
CREATE OR REPLACE FUNCTION audit_events_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

-- See audit_events_refuse_change.
CREATE TRIGGER audit_events_no_change BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_events_refuse_change();

-- Row triggers do not fire for TRUNCATE.
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse_change();
