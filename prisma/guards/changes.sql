-- The order of changes (ADR 56): programs read the rows of some tables by the time of their last change.

-- Sets the time of a row's last change. Until the commit, the transaction holds a shared lock that names the second in which it began
-- (lib/locks.ts), so that readers know from when on rows may still be missing. The lock is taken before the time is read.
CREATE OR REPLACE FUNCTION set_updated_at() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7411047, floor(extract(epoch FROM now() - timestamptz '2026-01-01 00:00+00'))::int);
  NEW.updated_at := date_trunc('milliseconds', clock_timestamp());
  RETURN NEW;
END $$;

-- All changes before this time are committed or rolled back: the beginning of the oldest transaction that has changed a row, or now. Rows
-- must be read by a later statement, whose snapshot then contains them.
CREATE OR REPLACE FUNCTION changes_complete_before() RETURNS timestamptz LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT date_trunc('milliseconds', least(statement_timestamp(),
    min(timestamptz '2026-01-01 00:00+00' + objid::bigint * interval '1 second')))
  FROM pg_locks
  WHERE locktype = 'advisory' AND classid = 7411047 AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
$$;

-- See set_updated_at.
CREATE TRIGGER users_updated_at BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION set_updated_at();

-- See set_updated_at.
CREATE TRIGGER submissions_updated_at BEFORE INSERT OR UPDATE ON submissions FOR EACH ROW EXECUTE FUNCTION set_updated_at();

-- See set_updated_at.
CREATE TRIGGER investments_updated_at BEFORE INSERT OR UPDATE ON investments FOR EACH ROW EXECUTE FUNCTION set_updated_at();

-- See set_updated_at.
CREATE TRIGGER payouts_updated_at BEFORE INSERT OR UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION set_updated_at();

-- See set_updated_at.
CREATE TRIGGER statement_lines_updated_at BEFORE INSERT OR UPDATE ON statement_lines FOR EACH ROW EXECUTE FUNCTION set_updated_at();

-- See set_updated_at. An entry never changes.
CREATE TRIGGER ledger_entries_updated_at BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION set_updated_at();
