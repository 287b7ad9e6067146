-- A wrong match is undone (product 10.32, ADR 40): the investment waits for money again once its entries are reversed.
CREATE OR REPLACE FUNCTION investments_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.user_id, OLD.plan_version_id, OLD.amount, OLD.reference, OLD.terms_hash, OLD.accepted_at)
      IS DISTINCT FROM (NEW.id, NEW.user_id, NEW.plan_version_id, NEW.amount, NEW.reference, NEW.terms_hash, NEW.accepted_at)
    OR (OLD.state <> NEW.state AND NOT CASE OLD.state
      WHEN 'requested' THEN NEW.state IN ('active', 'cancelled', 'expired')
      WHEN 'active' THEN NEW.state IN ('matured', 'redeemed') OR (NEW.state = 'requested' AND NOT EXISTS (
        SELECT FROM ledger_accounts WHERE subject_id = OLD.id AND name IN ('principal', 'due_to_investor') AND balance <> 0))
      ELSE false END) THEN
    RAISE EXCEPTION 'What was agreed on investment % never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- What the bank booked never changes. A decision is only taken back where a line with a receipt of its own was matched with investments. Only the
-- texts of old lines are emptied.
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
