-- The holder of the bank account is compared, and names are normalized in another way (product 10.27).
ALTER TYPE "screening_party" ADD VALUE 'account_holder';

-- So that everyone is compared again, and the next import of a file is not taken for a repetition: it normalizes the names of its entries.
UPDATE "screenings" SET "revision" = 0;
UPDATE "watchlists" SET "sha256" = '';

-- A new name counts without a current submission, too, if the user has been compared before.
CREATE OR REPLACE FUNCTION require_screening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.current_submission_id IS NULL THEN
    UPDATE screenings SET revision = 0 WHERE user_id = NEW.id;
  ELSE
    INSERT INTO screenings (user_id) VALUES (NEW.id) ON CONFLICT (user_id) DO UPDATE SET revision = 0;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER users_screening_changed ON users;
CREATE TRIGGER users_screening_changed AFTER UPDATE OF current_submission_id, name ON users
  FOR EACH ROW WHEN ((NEW.current_submission_id, NEW.name) IS DISTINCT FROM (OLD.current_submission_id, OLD.name))
  EXECUTE FUNCTION require_screening();
