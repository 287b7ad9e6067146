-- The ledger (docs/ledger.md, ADR 36).

-- An investor's account belongs to an investment.
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_owner_has_subject CHECK (owner_id IS NULL OR subject_id IS NOT NULL);

-- No investor is paid more than they are owed. The firm's own accounts can be on either side, such as a bank account before its statement
-- is complete.
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_not_overdrawn CHECK (
  owner_id IS NULL OR CASE WHEN type IN ('asset', 'expense') THEN balance >= 0 ELSE balance <= 0 END);

-- An entry has an idempotency key.
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_key CHECK (char_length(key) BETWEEN 1 AND 255);

-- Double entry: each entry has at least two postings.
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_count CHECK (count >= 2);

-- A reversal, and no other kind of entry, names the entry that it reverses.
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_reversal
  CHECK ((kind = 'reversal') = (reverses_id IS NOT NULL) AND reverses_id <> id);

-- A posting is a debit or a credit; its amount is not zero.
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_amount CHECK (amount <> 0);

-- The postings of an account are numbered from 1.
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_ordinal CHECK (ordinal > 0);

-- Rows are only inserted, and the balance of an account changes through postings only. Grants (server/database-roles.ts) enforce the same
-- for the application's role; the triggers also bind the owner of the tables, and installations with one role.
CREATE OR REPLACE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- See ledger_refuse_change.
CREATE TRIGGER ledger_entries_no_change BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- See ledger_refuse_change.
CREATE TRIGGER ledger_postings_no_change BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- Only the trigger of postings, which is one level deep, updates accounts.
CREATE TRIGGER ledger_accounts_no_change BEFORE UPDATE ON ledger_accounts
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse_change();

-- See ledger_refuse_change.
CREATE TRIGGER ledger_accounts_no_delete BEFORE DELETE ON ledger_accounts
  FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

-- A new account has no balance without postings.
CREATE TRIGGER ledger_accounts_begin_empty BEFORE INSERT ON ledger_accounts
  FOR EACH ROW WHEN (NEW.balance <> 0 OR NEW.count <> 0) EXECUTE FUNCTION ledger_refuse_change();

-- Row triggers do not fire for TRUNCATE.
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- Row triggers do not fire for TRUNCATE.
CREATE TRIGGER ledger_postings_no_truncate BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- Row triggers do not fire for TRUNCATE.
CREATE TRIGGER ledger_accounts_no_truncate BEFORE TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- A posting locks its account and continues from the account's last posting, ignoring the ordinal and balance in the statement. It does not
-- update the account, because a statement with many postings would write as many versions of that row. The function runs as the owner,
-- because the application cannot lock accounts.
CREATE OR REPLACE FUNCTION ledger_number_posting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A trigger of another table would change balances without a posting.
  IF TG_RELID <> 'public.ledger_postings'::regclass THEN
    RAISE EXCEPTION '% is not the table of postings', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT owner_id INTO NEW.owner_id FROM ledger_accounts WHERE id = NEW.account_id FOR NO KEY UPDATE;
  SELECT ordinal + 1, balance_after + NEW.amount INTO NEW.ordinal, NEW.balance_after
  FROM ledger_postings WHERE account_id = NEW.account_id ORDER BY ordinal DESC LIMIT 1;
  IF NOT FOUND THEN
    NEW.ordinal := 1;
    NEW.balance_after := NEW.amount;
  END IF;
  RETURN NEW;
END $$;

-- See ledger_number_posting.
CREATE TRIGGER ledger_postings_number BEFORE INSERT ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION ledger_number_posting();

-- After a statement with postings, each of their accounts is updated once, and a delta is added to the totals per account name (ADR 36). It
-- runs as the owner, because the application cannot update accounts.
CREATE OR REPLACE FUNCTION ledger_add_to_balances() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A trigger of another table would change balances without a posting.
  IF TG_RELID <> 'public.ledger_postings'::regclass THEN
    RAISE EXCEPTION '% is not the table of postings', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE ledger_accounts SET balance = balance + added.amount, count = ledger_accounts.count + added.count
  FROM (SELECT account_id, sum(amount) AS amount, count(*) AS count FROM new_rows GROUP BY 1) AS added
  WHERE id = added.account_id;
  INSERT INTO ledger_total_deltas (name, amount)
  SELECT name, sum(amount) FROM new_rows JOIN ledger_accounts ON ledger_accounts.id = account_id GROUP BY 1 HAVING sum(amount) <> 0;
  RETURN NULL;
END $$;

-- See ledger_add_to_balances.
CREATE TRIGGER ledger_postings_balances AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION ledger_add_to_balances();

-- At commit each entry has exactly as many postings as it declares, and they sum to zero; a reversal has those of the other entry with
-- opposite signs. Adding a posting to an older entry therefore fails too.
CREATE OR REPLACE FUNCTION ledger_check_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  entry ledger_entries;
  own record;
BEGIN
  SELECT * INTO entry FROM ledger_entries WHERE id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
  SELECT count(*) AS count, sum(amount) AS amount INTO own FROM ledger_postings WHERE entry_id = entry.id;
  IF own.count <> entry.count OR own.amount <> 0 THEN
    RAISE EXCEPTION 'ledger entry % does not balance', entry.id USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  IF entry.reverses_id IS NOT NULL AND (
    entry.count <> (SELECT count FROM ledger_entries WHERE id = entry.reverses_id AND reverses_id IS NULL)
    OR EXISTS (
      SELECT account_id, -amount FROM ledger_postings WHERE entry_id = entry.reverses_id
      EXCEPT SELECT account_id, amount FROM ledger_postings WHERE entry_id = entry.id)
  ) IS NOT FALSE THEN
    RAISE EXCEPTION 'ledger entry % is not the opposite of another', entry.id USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_opposite';
  END IF;
  RETURN NULL;
END $$;

-- See ledger_check_entry. Deferred, because an entry is inserted before its postings.
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entry('id');

-- See ledger_check_entry. Deferred until all postings of the entry are inserted.
CREATE CONSTRAINT TRIGGER ledger_postings_balanced AFTER INSERT ON ledger_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entry('entry_id');
