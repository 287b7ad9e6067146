-- Bank statements (ADR 39, 40).

-- The hash of the file is a SHA-256.
ALTER TABLE statement_imports ADD CONSTRAINT statement_imports_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$');

-- A bank account has a NUBAN.
ALTER TABLE bank_accounts ADD CONSTRAINT bank_accounts_number CHECK (number ~ '^[0-9]{10}$');

-- Two administrators accept a gap.
ALTER TABLE statement_gaps ADD CONSTRAINT statement_gaps_two_people CHECK (proposed_by_id <> confirmed_by_id);

-- The number of added lines does not exceed the number of lines in the file.
ALTER TABLE statement_imports ADD CONSTRAINT statement_imports_count CHECK (0 <= added AND added <= count);

-- A transaction has a nonzero amount, in either direction.
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_amount CHECK (amount <> 0);

-- Outgoing money is not refunded, and not proposed for an investment.
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_incoming CHECK (amount > 0 OR (state <> 'returning' AND proposed_id IS NULL));

-- A rule compares the amount, or books lines of any amount.
ALTER TABLE line_rules ADD CONSTRAINT line_rules_amount CHECK ((amount_rule = 'any') = (amount IS NULL) AND (amount IS NULL OR amount > 0));

-- The amount of a manual receipt is positive.
ALTER TABLE manual_receipts ADD CONSTRAINT manual_receipts_amount CHECK (amount > 0);

-- The bank's transactions never change; only the texts of lines that were decided over a year ago are emptied (ADR 15).
CREATE OR REPLACE FUNCTION statement_lines_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.import_id, OLD.bank_account_id, OLD.position, OLD.on_day, OLD.amount, OLD.balance, OLD.bank_reference)
      IS DISTINCT FROM (NEW.id, NEW.import_id, NEW.bank_account_id, NEW.position, NEW.on_day, NEW.amount, NEW.balance, NEW.bank_reference)
    OR ((OLD.narration_cipher, OLD.counterparty_cipher, OLD.parts_cipher)
        IS DISTINCT FROM (NEW.narration_cipher, NEW.counterparty_cipher, NEW.parts_cipher)
      AND NOT (NEW.narration_cipher = '' AND NEW.counterparty_cipher = '' AND NEW.parts_cipher IS NULL AND OLD.state <> 'waiting'
        AND EXISTS (SELECT FROM money_acts WHERE id = OLD.act_id AND at < now() - interval '1 year'))) THEN
    RAISE EXCEPTION 'What the bank booked in line % never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- See statement_lines_protect.
CREATE TRIGGER statement_lines_protect BEFORE UPDATE ON statement_lines FOR EACH ROW EXECUTE FUNCTION statement_lines_protect();

-- What was recorded by hand never changes: it is undone and recorded again.
CREATE OR REPLACE FUNCTION manual_receipts_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'Manual receipt % never changes', OLD.id USING ERRCODE = 'check_violation';
END $$;

-- See manual_receipts_protect.
CREATE TRIGGER manual_receipts_protect BEFORE UPDATE ON manual_receipts FOR EACH ROW
  WHEN ((OLD.id, OLD.investment_id, OLD.amount, OLD.on_day, OLD.bank_reference)
    IS DISTINCT FROM (NEW.id, NEW.investment_id, NEW.amount, NEW.on_day, NEW.bank_reference))
  EXECUTE FUNCTION manual_receipts_protect();
