-- The due diligence form (ADR 48).

-- A decided form has the time of its decision; a waiting one has none.
ALTER TABLE due_diligence ADD CONSTRAINT due_diligence_decided CHECK ((state = 'sent') = (decided_at IS NULL));

-- The customer of a returned form is told what to change.
ALTER TABLE due_diligence ADD CONSTRAINT due_diligence_reason CHECK ((state = 'changes_requested') = (reason_cipher IS NOT NULL));

-- Somebody who holds a public office, or is close to somebody who does, says which one.
ALTER TABLE due_diligence ADD CONSTRAINT due_diligence_pep CHECK (pep IN ('no', 'self', 'related') AND (pep = 'no') = (pep_details IS NULL));

-- Only individuals have an occupation, only companies have owners.
ALTER TABLE due_diligence ADD CONSTRAINT due_diligence_kind
  CHECK ((kind = 'individual') = (occupation IS NOT NULL) AND (kind = 'corporate') = (owners_total IS NOT NULL));

-- Amounts and shares are possible ones; the owners listed hold 5 % or more.
ALTER TABLE due_diligence ADD CONSTRAINT due_diligence_amounts CHECK (expected_amount > 0 AND owners_total BETWEEN 0 AND 10000);

-- See due_diligence_amounts.
ALTER TABLE due_diligence_owners ADD CONSTRAINT due_diligence_owners_share CHECK (share BETWEEN 500 AND 10000);

-- The state changes as in dueDiligenceTransitions: a returned form is never approved, but sent again as a new row.
CREATE TRIGGER due_diligence_transitions BEFORE UPDATE ON due_diligence FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN
    (('sent', 'approved'), ('sent', 'changes_requested'), ('approved', 'changes_requested')))
  EXECUTE FUNCTION refuse_transition();

-- Directors and owners are compared with the watchlists soon after the form was sent, as names are after a submission (require_screening).
CREATE OR REPLACE FUNCTION require_owner_screening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO screenings (user_id) VALUES (NEW.user_id) ON CONFLICT (user_id) DO UPDATE SET revision = 0;
  IF EXISTS (SELECT FROM watchlists WHERE active) THEN
    PERFORM graphile_worker.add_job(
      'screening', json_build_object('id', NEW.user_id), job_key := 'screening:' || NEW.user_id, priority := 100);
  END IF;
  RETURN NULL;
END $$;

-- See require_owner_screening.
CREATE TRIGGER due_diligence_screening AFTER INSERT ON due_diligence
  FOR EACH ROW WHEN (NEW.kind = 'corporate') EXECUTE FUNCTION require_owner_screening();
