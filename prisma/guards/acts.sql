-- Acts of money (ADR 44).

-- An undo, and no other kind of act, undoes another one, for a reason.
ALTER TABLE money_acts ADD CONSTRAINT money_acts_undo CHECK ((kind = 'undo') = (undoes_id IS NOT NULL) AND (kind <> 'undo' OR reason IS NOT NULL));

-- Two administrators who decide together are two people.
ALTER TABLE money_acts ADD CONSTRAINT money_acts_second_person CHECK (confirmed_by_id <> actor_id);

-- Only the system decides by a rule.
ALTER TABLE money_acts ADD CONSTRAINT money_acts_rule CHECK (rule_id IS NULL OR actor_id IS NULL);

-- Acts are evidence: rows are only inserted. The note of an act is emptied after the retention period, which is over a year (ADR 15).
CREATE OR REPLACE FUNCTION money_acts_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- See money_acts_refuse_change.
CREATE TRIGGER money_acts_no_change BEFORE UPDATE ON money_acts FOR EACH ROW
  WHEN ((OLD.id, OLD.number, OLD.kind, OLD.actor_id, OLD.confirmed_by_id, OLD.at, OLD.reason, OLD.undoes_id, OLD.group_id, OLD.rule_id)
      IS DISTINCT FROM (NEW.id, NEW.number, NEW.kind, NEW.actor_id, NEW.confirmed_by_id, NEW.at, NEW.reason, NEW.undoes_id, NEW.group_id, NEW.rule_id)
    OR ((OLD.note_cipher IS DISTINCT FROM NEW.note_cipher) AND NOT (NEW.note_cipher IS NULL AND OLD.at < now() - interval '1 year')))
  EXECUTE FUNCTION money_acts_refuse_change();

-- See money_acts_refuse_change.
CREATE TRIGGER money_acts_no_delete BEFORE DELETE ON money_acts FOR EACH ROW EXECUTE FUNCTION money_acts_refuse_change();

-- Row triggers do not fire for TRUNCATE.
CREATE TRIGGER money_acts_no_truncate BEFORE TRUNCATE ON money_acts FOR EACH STATEMENT EXECUTE FUNCTION money_acts_refuse_change();

-- See money_acts_refuse_change.
CREATE TRIGGER money_act_subjects_no_change BEFORE UPDATE OR DELETE ON money_act_subjects
  FOR EACH ROW EXECUTE FUNCTION money_acts_refuse_change();

-- Row triggers do not fire for TRUNCATE.
CREATE TRIGGER money_act_subjects_no_truncate BEFORE TRUNCATE ON money_act_subjects
  FOR EACH STATEMENT EXECUTE FUNCTION money_acts_refuse_change();

-- The states that follow from acts: the tables of lib/bank/state-rules.ts, lib/investments/rules.ts and lib/payouts/state-rules.ts.
CREATE OR REPLACE FUNCTION money_transition(thing text, before text, kind text, after text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (thing, before, kind, after) IN (
    ('import', 'none', 'import', 'imported'),
    ('line', 'none', 'import', 'waiting'),
    ('line', 'waiting', 'match', 'matched'),
    ('line', 'waiting', 'fulfil', 'matched'),
    ('line', 'waiting', 'recognise', 'matched'),
    ('line', 'waiting', 'transfer', 'matched'),
    ('line', 'waiting', 'company_funding', 'matched'),
    ('line', 'waiting', 'bank_charge', 'matched'),
    ('line', 'waiting', 'vat', 'matched'),
    ('line', 'waiting', 'stamp_duty', 'matched'),
    ('line', 'waiting', 'tax_payment', 'matched'),
    ('line', 'waiting', 'payment', 'matched'),
    ('line', 'waiting', 'return', 'matched'),
    ('line', 'waiting', 'refund', 'returning'),
    ('line', 'waiting', 'ignore', 'ignored'),
    ('receipt', 'none', 'receipt', 'recorded'),
    ('receipt', 'recorded', 'fulfil', 'fulfilled'),
    ('receipt', 'recorded', 'recognise', 'fulfilled'),
    ('investment', 'none', 'request', 'requested'),
    ('investment', 'none', 'instalment', 'active'),
    ('investment', 'requested', 'cancel', 'cancelled'),
    ('investment', 'requested', 'cancel_and_refund', 'cancelled'),
    ('investment', 'requested', 'expire', 'expired'),
    ('investment', 'requested', 'match', 'active'),
    ('investment', 'requested', 'receipt', 'active'),
    ('investment', 'active', 'instalment', 'matured'),
    ('investment', 'active', 'redeem', 'redeemed'),
    ('investment', 'active', 'post_redemption', 'redeemed'),
    ('investment', 'active', 'end', 'ended'),
    ('investment', 'active', 'post_end', 'ended'),
    ('batch', 'none', 'propose', 'proposed'),
    ('batch', 'proposed', 'release', 'released'),
    ('due', 'none', 'match', 'due'),
    ('due', 'none', 'receipt', 'due'),
    ('due', 'none', 'refund', 'due'),
    ('due', 'none', 'cancel_and_refund', 'due'),
    ('due', 'none', 'instalment', 'due'),
    ('due', 'none', 'redeem', 'due'),
    ('due', 'none', 'end', 'due'),
    ('due', 'none', 'post_redemption', 'due'),
    ('due', 'none', 'post_end', 'due'),
    ('due', 'none', 'return', 'due'),
    ('due', 'none', 'reject', 'due'),
    ('due', 'due', 'propose', 'assigned'),
    ('payout', 'none', 'propose', 'proposed'),
    ('payout', 'proposed', 'release', 'released'),
    ('payout', 'released', 'payment', 'paid'),
    ('payout', 'released', 'reject', 'returned'),
    ('payout', 'paid', 'return', 'returned'))
$$;

-- A state changes only by a new act whose kind allows it. Undoing an act leads back, and undoing the creation of a thing withdraws it; an
-- investment that is withdrawn is cancelled.
CREATE OR REPLACE FUNCTION require_money_act() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  thing text := TG_ARGV[0];
  act record;
BEGIN
  SELECT a.kind, undone.kind AS undone INTO act FROM money_acts AS a LEFT JOIN money_acts AS undone ON undone.id = a.undoes_id
  WHERE a.id = NEW.act_id AND NEW.act_id IS DISTINCT FROM OLD.act_id;
  IF NOT coalesce(CASE WHEN act.undone IS NULL THEN money_transition(thing, OLD.state::text, act.kind, NEW.state::text)
      ELSE money_transition(thing, NEW.state::text, act.undone, OLD.state::text)
        OR (NEW.state::text IN ('withdrawn', 'cancelled') AND money_transition(thing, 'none', act.undone, OLD.state::text)) END, false) THEN
    RAISE EXCEPTION '% cannot change from % to % by this act', TG_TABLE_NAME, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- See require_money_act.
CREATE TRIGGER statement_imports_act BEFORE UPDATE ON statement_imports
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION require_money_act('import');

-- See require_money_act.
CREATE TRIGGER statement_lines_act BEFORE UPDATE ON statement_lines
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION require_money_act('line');

-- See require_money_act.
CREATE TRIGGER manual_receipts_act BEFORE UPDATE ON manual_receipts
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION require_money_act('receipt');

-- See require_money_act.
CREATE TRIGGER investments_act BEFORE UPDATE ON investments
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION require_money_act('investment');

-- See require_money_act.
CREATE TRIGGER payout_batches_act BEFORE UPDATE ON payout_batches
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION require_money_act('batch');

-- See require_money_act.
CREATE TRIGGER payouts_act BEFORE UPDATE ON payouts
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION require_money_act('payout');

-- See require_money_act.
CREATE TRIGGER amounts_due_act BEFORE UPDATE ON amounts_due
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION require_money_act('due');
