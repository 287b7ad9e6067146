-- Payouts and their batches (ADR 42).

-- A batch is not empty.
ALTER TABLE payout_batches ADD CONSTRAINT payout_batches_count CHECK (count > 0 AND total > 0);

-- A decided batch has a time and an administrator; a batch is released by another administrator than its proposer.
ALTER TABLE payout_batches ADD CONSTRAINT payout_batches_decided CHECK (
  (state = 'proposed') = (decided_by_id IS NULL) AND (decided_by_id IS NULL) = (decided_at IS NULL)
  AND (state <> 'released' OR decided_by_id <> proposed_by_id));

-- The amount of a payout is positive.
ALTER TABLE payouts ADD CONSTRAINT payouts_amount CHECK (amount > 0);

-- An amount due is positive.
ALTER TABLE amounts_due ADD CONSTRAINT amounts_due_amount CHECK (amount > 0);

-- An amount due of an investment is owed to its investor.
ALTER TABLE amounts_due ADD CONSTRAINT amounts_due_investment CHECK (source = 'receipt' OR (investment_id IS NOT NULL AND user_id IS NOT NULL));

-- An amount due is in a payout once it is assigned.
ALTER TABLE amounts_due ADD CONSTRAINT amounts_due_payout CHECK ((state = 'assigned') = (payout_id IS NOT NULL));

-- The account of an unknown sender has its key.
ALTER TABLE amounts_due ADD CONSTRAINT amounts_due_account CHECK ((data_key IS NULL) = (account_cipher IS NULL));

-- A name enquiry has an answer once it is no longer waiting; what was answered is sealed.
ALTER TABLE name_enquiries ADD CONSTRAINT name_enquiries_answered CHECK (
  (state = 'waiting') = (answered_at IS NULL) AND (data_key IS NULL) = (answer_cipher IS NULL));

-- An amount due never changes, nor its payee; it moves between payouts.
CREATE OR REPLACE FUNCTION amounts_due_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.source, OLD.amount, OLD.on_day, OLD.investment_id, OLD.user_id, OLD.line_id, OLD.receipt_id, OLD.returned_id)
      IS DISTINCT FROM (NEW.id, NEW.source, NEW.amount, NEW.on_day, NEW.investment_id, NEW.user_id, NEW.line_id, NEW.receipt_id, NEW.returned_id)
    OR (OLD.state = 'assigned' AND NEW.state = 'assigned' AND OLD.payout_id <> NEW.payout_id) THEN
    RAISE EXCEPTION 'Amount due % cannot change like this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- See amounts_due_protect.
CREATE TRIGGER amounts_due_protect BEFORE UPDATE ON amounts_due FOR EACH ROW EXECUTE FUNCTION amounts_due_protect();

-- A payout never changes; only the account of one that was settled over a year ago is emptied (ADR 15).
CREATE OR REPLACE FUNCTION payouts_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.amount, OLD.reference, OLD.user_id, OLD.batch_id, OLD.account_entered_by)
      IS DISTINCT FROM (NEW.id, NEW.amount, NEW.reference, NEW.user_id, NEW.batch_id, NEW.account_entered_by)
    OR (OLD.account_cipher IS DISTINCT FROM NEW.account_cipher AND NOT (NEW.account_cipher = '' AND OLD.state IN ('paid', 'returned', 'withdrawn')
      AND EXISTS (SELECT FROM payout_batches WHERE id = OLD.batch_id AND decided_at < now() - interval '1 year'))) THEN
    RAISE EXCEPTION 'Payout % cannot change like this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- See payouts_protect.
CREATE TRIGGER payouts_protect BEFORE UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION payouts_protect();

-- See investments_no_change. An act undoes a stop once.
CREATE TRIGGER payout_stops_no_change BEFORE UPDATE ON payout_stops FOR EACH ROW
  WHEN ((OLD.id, OLD.user_id, OLD.act_id) IS DISTINCT FROM (NEW.id, NEW.user_id, NEW.act_id) OR OLD.undone_by_id IS NOT NULL)
  EXECUTE FUNCTION investments_no_change();
