-- A statement that changes no count adds no rows: most updates of users do not.
CREATE OR REPLACE FUNCTION add_user_count_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO user_count_deltas (role, status, submitted, verified, delta)
    SELECT role, status, submitted_at IS NOT NULL, email_verified_at IS NOT NULL, -count(*) FROM old_rows GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO user_count_deltas (role, status, submitted, verified, delta)
    SELECT role, status, submitted_at IS NOT NULL, email_verified_at IS NOT NULL, count(*) FROM new_rows GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO user_count_deltas (role, status, submitted, verified, delta)
    SELECT role, status, submitted, verified, sum(delta) FROM (
      SELECT role, status, submitted_at IS NOT NULL AS submitted, email_verified_at IS NOT NULL AS verified, -1 AS delta FROM old_rows
      UNION ALL
      SELECT role, status, submitted_at IS NOT NULL, email_verified_at IS NOT NULL, 1 FROM new_rows
    ) AS changed
    GROUP BY 1, 2, 3, 4 HAVING sum(delta) <> 0;
  END IF;
  RETURN NULL;
END $$;

-- The reason of a rejection is stored once, sealed in the decision, or as the flagged parts. SQL cannot seal what earlier demos stored.
DO $$ BEGIN
  IF EXISTS (SELECT FROM decisions WHERE reason IS NOT NULL) OR EXISTS (SELECT FROM part_reviews WHERE note IS NOT NULL) THEN
    RAISE EXCEPTION 'This database is of an earlier demo, whose reasons are not sealed. Delete DATA_DIR and start again.';
  END IF;
END $$;
ALTER TABLE users DROP COLUMN rejection_reason;
ALTER TABLE submissions DROP COLUMN rejection_reason;
ALTER TABLE decisions DROP COLUMN reason, ADD COLUMN data_key TEXT, ADD COLUMN note_cipher TEXT,
  ADD CONSTRAINT decisions_note CHECK ((data_key IS NULL) = (note_cipher IS NULL) AND (note_cipher IS NULL OR status = 'rejected'));
ALTER TABLE part_reviews DROP COLUMN note, ADD COLUMN data_key TEXT, ADD COLUMN note_cipher TEXT,
  ADD CONSTRAINT part_reviews_note CHECK ((data_key IS NULL) = (note_cipher IS NULL) AND (note_cipher IS NULL OR reason IS NOT NULL));
