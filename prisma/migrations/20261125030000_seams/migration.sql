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
