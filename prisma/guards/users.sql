-- Users and their counts.

-- Email addresses are stored in canonical form, so that the unique index detects every spelling of an address.
ALTER TABLE users ADD CONSTRAINT users_email_canonical
  CHECK (email = lower(email) AND email !~ '[[:space:]]' AND position('@' IN email) > 1);

-- Phone numbers contain only digits, because searches and duplicate detection compare them.
ALTER TABLE users ADD CONSTRAINT users_phone_digits CHECK (phone ~ '^([0-9]{10,15})?$');

-- Only an administrator can be a super administrator.
ALTER TABLE users ADD CONSTRAINT users_super_is_admin CHECK (NOT is_super OR role = 'admin');

-- Only administrators who are no super administrators have a particular duty.
ALTER TABLE users ADD CONSTRAINT users_duty_of_admin CHECK (duty = 'administrator' OR (role = 'admin' AND NOT is_super));

-- Only investors have an investor type.
ALTER TABLE users ADD CONSTRAINT users_type_is_investor CHECK (investor_type = 'none' OR role = 'investor');

-- A decided user has the date of the decision; a pending user has none.
ALTER TABLE users ADD CONSTRAINT users_decided_has_date CHECK ((status = 'pending') = (reviewed_at IS NULL));

-- A user who has submitted has a current submission (ADR 5).
ALTER TABLE users ADD CONSTRAINT users_submitted_has_submission CHECK ((submitted_at IS NULL) = (current_submission_id IS NULL));

-- Only a closed account is the duplicate of another one.
ALTER TABLE users ADD CONSTRAINT users_duplicate_is_closed
  CHECK (duplicate_of_id IS NULL OR (closed_at IS NOT NULL AND duplicate_of_id <> id));

-- Administrators' accounts are not closed.
ALTER TABLE users ADD CONSTRAINT users_closed_is_no_admin CHECK (closed_at IS NULL OR role <> 'admin');

-- The current submission belongs to the user. A foreign key cannot express this.
CREATE OR REPLACE FUNCTION users_own_submission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM submissions WHERE id = NEW.current_submission_id AND user_id = NEW.id) THEN
    RAISE EXCEPTION 'the current submission belongs to another user' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;

-- See users_own_submission.
CREATE TRIGGER users_current_submission_own BEFORE INSERT OR UPDATE OF current_submission_id ON users
  FOR EACH ROW WHEN (NEW.current_submission_id IS NOT NULL) EXECUTE FUNCTION users_own_submission();

-- A user has the company of the current submission (ADR 5).
CREATE OR REPLACE FUNCTION users_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT name, company_number(incorporation_number) INTO NEW.company_name, NEW.company_number
  FROM companies WHERE submission_id = NEW.current_submission_id;
  RETURN NEW;
END $$;

-- See users_company.
CREATE TRIGGER users_company BEFORE INSERT OR UPDATE OF current_submission_id ON users
  FOR EACH ROW EXECUTE FUNCTION users_company();

-- A change of a company reaches the user whose current submission it belongs to (ADR 5).
CREATE OR REPLACE FUNCTION companies_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET company_name = NEW.name, company_number = company_number(NEW.incorporation_number)
  WHERE current_submission_id = NEW.submission_id;
  RETURN NULL;
END $$;

-- See companies_user.
CREATE TRIGGER companies_user AFTER INSERT OR UPDATE OF name, incorporation_number ON companies
  FOR EACH ROW EXECUTE FUNCTION companies_user();

-- Users are counted without reading them: each statement inserts the differences it makes (ADR 10). Most updates change no count and insert
-- none.
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

-- Counts inserted users.
CREATE TRIGGER user_count_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_user_count_deltas();

-- Counts deleted users.
CREATE TRIGGER user_count_delete AFTER DELETE ON users
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_user_count_deltas();

-- Counts changed users. PostgreSQL does not allow a column list with transition tables, and a list would miss columns changed by a trigger.
CREATE TRIGGER user_count_update AFTER UPDATE ON users
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_user_count_deltas();

-- After TRUNCATE, which has no transition tables, the count is zero.
CREATE OR REPLACE FUNCTION reset_user_count_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_count_deltas;
  RETURN NULL;
END $$;

-- See reset_user_count_deltas.
CREATE TRIGGER user_count_truncate AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION reset_user_count_deltas();
