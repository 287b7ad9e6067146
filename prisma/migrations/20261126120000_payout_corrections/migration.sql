-- AlterTable
ALTER TABLE "payouts" ADD COLUMN "account_entered_by" UUID;

-- A payout that the bank has rejected neither left nor came back, so it has no such day.
UPDATE payouts SET settled_on = NULL
WHERE state = 'returned' AND EXISTS (SELECT FROM ledger_entries WHERE key = 'payout_return:' || payouts.id);

-- A receipt is sent back once; again only after that was withdrawn or has come back.
DROP INDEX payouts_line_once;
CREATE UNIQUE INDEX payouts_line_once ON payouts (line_id) WHERE state NOT IN ('returned', 'withdrawn');

-- A payout only goes forward, and what was proposed never changes. Only the account of an old one that is settled is emptied. One that was recorded
-- as rejected is paid if the bank's statement shows it after all.
CREATE OR REPLACE FUNCTION payouts_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.source, OLD.amount, OLD.reference, OLD.investment_id, OLD.user_id, OLD.line_id)
      IS DISTINCT FROM (NEW.id, NEW.source, NEW.amount, NEW.reference, NEW.investment_id, NEW.user_id, NEW.line_id)
    OR (OLD.state <> 'due' AND NEW.state <> 'due' AND ((OLD.batch_id, OLD.account_entered_by) IS DISTINCT FROM (NEW.batch_id, NEW.account_entered_by)
      OR (OLD.account_cipher IS DISTINCT FROM NEW.account_cipher AND NOT (NEW.account_cipher = '' AND OLD.state IN ('paid', 'returned', 'withdrawn')
        AND EXISTS (SELECT FROM payout_batches WHERE id = OLD.batch_id AND decided_at < now() - interval '1 year')))))
    OR (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('due', 'proposed'), ('proposed', 'due'), ('proposed', 'released'),
      ('proposed', 'withdrawn'), ('released', 'paid'), ('released', 'returned'), ('paid', 'returned'))
      AND NOT (OLD.state = 'returned' AND NEW.state = 'paid' AND OLD.settled_on IS NULL)) THEN
    RAISE EXCEPTION 'Payout % cannot change like this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
