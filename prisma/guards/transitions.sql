-- Transitions of states (ADR 43). The conditions of the triggers that call this function are in the files of the features.

-- Rejects a change of state that its trigger does not allow.
CREATE OR REPLACE FUNCTION refuse_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% cannot change from % to %', TG_TABLE_NAME, OLD.state, NEW.state USING ERRCODE = 'check_violation';
END $$;
