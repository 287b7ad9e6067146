-- Second approval (ADR 28).

-- A decided proposal has the time of its decision; a pending one has none.
ALTER TABLE proposals ADD CONSTRAINT proposals_decided CHECK ((state = 'pending') = (decided_at IS NULL));

-- A pending proposal has its payload, which describes the act.
ALTER TABLE proposals ADD CONSTRAINT proposals_payload CHECK (state <> 'pending' OR (data_key IS NOT NULL AND payload_cipher IS NOT NULL));

-- A proposal is confirmed by a person other than its proposer; the application enforces the same (threat 68).
ALTER TABLE proposals ADD CONSTRAINT proposals_second_person
  CHECK (state <> 'confirmed' OR (decided_by_id IS NOT NULL AND decided_by_id <> proposed_by_id));

-- The state changes as in proposalTransitions: a proposal that has been decided or has ended never becomes pending again, and cannot be
-- confirmed.
CREATE TRIGGER proposals_transitions BEFORE UPDATE ON proposals FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND OLD.state <> 'pending') EXECUTE FUNCTION refuse_transition();
