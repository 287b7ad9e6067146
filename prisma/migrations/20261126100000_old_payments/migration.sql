-- Lines of an investor are found by the investment, for the archive of their data.
CREATE INDEX "statement_lines_investment_ids_idx" ON "statement_lines" USING GIN ("investment_ids");

-- What is emptied next (ADR 15).
CREATE INDEX statement_lines_old ON statement_lines (decided_at) WHERE narration_cipher <> '';
CREATE INDEX payouts_old ON payouts (batch_id) WHERE account_cipher <> '' AND state IN ('paid', 'returned', 'withdrawn');

-- What the bank booked never changes, and a decision is not taken back: its entries are in the ledger. Only the texts of old lines are emptied.
CREATE OR REPLACE FUNCTION statement_lines_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.import_id, OLD.key, OLD.on_day, OLD.amount, OLD.bank_reference)
      IS DISTINCT FROM (NEW.id, NEW.import_id, NEW.key, NEW.on_day, NEW.amount, NEW.bank_reference)
    OR ((OLD.narration_cipher, OLD.counterparty_cipher) IS DISTINCT FROM (NEW.narration_cipher, NEW.counterparty_cipher)
      AND NOT (NEW.narration_cipher = '' AND NEW.counterparty_cipher = '' AND coalesce(OLD.decided_at < now() - interval '1 year', false)))
    OR (OLD.state <> NEW.state AND OLD.state <> 'waiting') THEN
    RAISE EXCEPTION 'What the bank booked in line % never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- A payout only goes forward, and what was proposed never changes. Only the account of an old one that is settled is emptied.
CREATE OR REPLACE FUNCTION payouts_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.source, OLD.amount, OLD.reference, OLD.investment_id, OLD.user_id, OLD.line_id)
      IS DISTINCT FROM (NEW.id, NEW.source, NEW.amount, NEW.reference, NEW.investment_id, NEW.user_id, NEW.line_id)
    OR (OLD.state <> 'due' AND NEW.state <> 'due' AND (OLD.batch_id IS DISTINCT FROM NEW.batch_id
      OR (OLD.account_cipher IS DISTINCT FROM NEW.account_cipher AND NOT (NEW.account_cipher = '' AND OLD.state IN ('paid', 'returned', 'withdrawn')
        AND EXISTS (SELECT FROM payout_batches WHERE id = OLD.batch_id AND decided_at < now() - interval '1 year')))))
    OR (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('due', 'proposed'), ('proposed', 'due'), ('proposed', 'released'),
      ('proposed', 'withdrawn'), ('released', 'paid'), ('released', 'returned'), ('paid', 'returned'))) THEN
    RAISE EXCEPTION 'Payout % cannot change like this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
