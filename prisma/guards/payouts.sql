-- Payouts and their batches (ADR 42).

-- A batch is not empty.
ALTER TABLE payout_batches ADD CONSTRAINT payout_batches_count CHECK (count > 0 AND total > 0);

-- A decided batch has a time and an administrator; a batch is released by another administrator than its proposer.
ALTER TABLE payout_batches ADD CONSTRAINT payout_batches_decided CHECK (
  (state = 'proposed') = (decided_by_id IS NULL) AND (decided_by_id IS NULL) = (decided_at IS NULL)
  AND (state <> 'released' OR decided_by_id <> proposed_by_id));

-- The state changes as in batchTransitions: the decision about a batch is final.
CREATE TRIGGER payout_batches_transitions BEFORE UPDATE ON payout_batches FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('proposed', 'released'), ('proposed', 'withdrawn')))
  EXECUTE FUNCTION refuse_transition();

-- The amount of a payout is positive.
ALTER TABLE payouts ADD CONSTRAINT payouts_amount CHECK (amount > 0);

-- Once proposed, a payout has a sealed account.
ALTER TABLE payouts ADD CONSTRAINT payouts_account CHECK ((data_key IS NULL) = (account_cipher IS NULL)
  AND (state = 'due' OR account_cipher IS NOT NULL));

-- Once proposed, a payout is in a batch.
ALTER TABLE payouts ADD CONSTRAINT payouts_batch CHECK ((state = 'due') = (batch_id IS NULL));

-- Only a refund is a row before it is proposed; amounts due to investors are in the ledger.
ALTER TABLE payouts ADD CONSTRAINT payouts_due CHECK (state <> 'due' OR source = 'receipt');

-- The amount due of an investment is paid to its investor.
ALTER TABLE payouts ADD CONSTRAINT payouts_investment CHECK (source = 'receipt' OR (investment_id IS NOT NULL AND user_id IS NOT NULL));

-- A proposed payout never changes; only the account of a payout that was settled over a year ago is emptied (ADR 15). The state changes as
-- in payoutTransitions. A payout that was recorded as rejected, which has no day of settlement, is paid if the bank's statement shows it
-- after all.
CREATE OR REPLACE FUNCTION payouts_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.source, OLD.amount, OLD.reference, OLD.investment_id, OLD.user_id, OLD.line_id)
      IS DISTINCT FROM (NEW.id, NEW.source, NEW.amount, NEW.reference, NEW.investment_id, NEW.user_id, NEW.line_id)
    OR (OLD.state <> 'due' AND NEW.state <> 'due' AND ((OLD.batch_id, OLD.account_entered_by) IS DISTINCT FROM (NEW.batch_id, NEW.account_entered_by)
      OR (OLD.account_cipher IS DISTINCT FROM NEW.account_cipher AND NOT (NEW.account_cipher = '' AND OLD.state IN ('paid', 'returned', 'withdrawn')
        AND EXISTS (SELECT FROM payout_batches WHERE id = OLD.batch_id AND decided_at < now() - interval '1 year')))))
    OR (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('due', 'proposed'), ('proposed', 'released'),
      ('proposed', 'withdrawn'), ('released', 'paid'), ('released', 'returned'), ('paid', 'returned'))
      AND NOT (OLD.state = 'returned' AND NEW.state = 'paid' AND OLD.settled_on IS NULL)) THEN
    RAISE EXCEPTION 'Payout % cannot change like this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- See payouts_protect.
CREATE TRIGGER payouts_protect BEFORE UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION payouts_protect();
