-- Bank statements (ADR 39, 40).

-- The hash of the file is a SHA-256.
ALTER TABLE statement_imports ADD CONSTRAINT statement_imports_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$');

-- The number of added lines does not exceed the number of lines in the file.
ALTER TABLE statement_imports ADD CONSTRAINT statement_imports_count CHECK (0 <= added AND added <= count);

-- A transaction has a nonzero amount, in either direction.
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_amount CHECK (amount <> 0);

-- The key, which identifies a line in every file, is a SHA-256.
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_key CHECK (key ~ '^[0-9a-f]{64}$');

-- A decided line has a time and an administrator; a pending one has neither.
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_decided CHECK (
  (state = 'waiting') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL));

-- Outgoing money is not refunded, not matched with investments, and not a receipt.
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_incoming CHECK (
  amount > 0 OR (state <> 'returning' AND investment_ids = '{}' AND hand_entry_id IS NULL AND proposed_id IS NULL));

-- The bank's transactions never change; only the texts of lines that were decided over a year ago are emptied (ADR 15). The state changes
-- as in lineTransitions. A decision is taken back only if the line has a receipt of its own and was matched with investments.
CREATE OR REPLACE FUNCTION statement_lines_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.import_id, OLD.key, OLD.on_day, OLD.amount, OLD.bank_reference)
      IS DISTINCT FROM (NEW.id, NEW.import_id, NEW.key, NEW.on_day, NEW.amount, NEW.bank_reference)
    OR ((OLD.narration_cipher, OLD.counterparty_cipher) IS DISTINCT FROM (NEW.narration_cipher, NEW.counterparty_cipher)
      AND NOT (NEW.narration_cipher = '' AND NEW.counterparty_cipher = '' AND coalesce(OLD.decided_at < now() - interval '1 year', false)))
    OR (OLD.state <> NEW.state AND OLD.state <> 'waiting' AND NOT (NEW.state = 'waiting' AND OLD.state IN ('matched', 'returning')
      AND OLD.investment_ids <> '{}' AND OLD.hand_entry_id IS NULL AND NEW.investment_ids = '{}')) THEN
    RAISE EXCEPTION 'What the bank booked in line % never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- See statement_lines_protect.
CREATE TRIGGER statement_lines_protect BEFORE UPDATE ON statement_lines FOR EACH ROW EXECUTE FUNCTION statement_lines_protect();
