-- Decisions, duplicates, identity checks, screening and marks of cases.

-- A decision is an approval or a rejection.
ALTER TABLE decisions ADD CONSTRAINT decisions_made CHECK (status <> 'pending');

-- Business days are counted from the submission.
ALTER TABLE decisions ADD CONSTRAINT decisions_business_days CHECK (business_days >= 0);

-- Only a rejection has a note, which is sealed with a data key.
ALTER TABLE decisions ADD CONSTRAINT decisions_note
  CHECK ((data_key IS NULL) = (note_cipher IS NULL) AND (note_cipher IS NULL OR status = 'rejected'));

-- Only a flagged part has a note, which is sealed with a data key.
ALTER TABLE part_reviews ADD CONSTRAINT part_reviews_note
  CHECK ((data_key IS NULL) = (note_cipher IS NULL) AND (note_cipher IS NULL OR reason IS NOT NULL));

-- Servers forward changes of cases to the reviewers' browsers, whichever command or server made them (ADR 27).
CREATE OR REPLACE FUNCTION notify_case_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cases', NEW.user_id::text);
  RETURN NULL;
END $$;

-- See notify_case_changed.
CREATE TRIGGER submissions_case_changed AFTER UPDATE OF state, claimed_by_id, marks ON submissions
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.claimed_by_id IS DISTINCT FROM NEW.claimed_by_id
    OR OLD.marks IS DISTINCT FROM NEW.marks)
  EXECUTE FUNCTION notify_case_changed();

-- See notify_case_changed.
CREATE TRIGGER guardian_requests_case_changed AFTER INSERT OR UPDATE ON guardian_requests
  FOR EACH ROW EXECUTE FUNCTION notify_case_changed();

-- See notify_case_changed.
CREATE TRIGGER guardians_case_changed AFTER INSERT ON guardians
  FOR EACH ROW EXECUTE FUNCTION notify_case_changed();

-- A decision is about two users or a user and an erased record. A pair of users is stored once, the smaller id first.
ALTER TABLE duplicate_decisions ADD CONSTRAINT duplicate_decisions_pair
  CHECK (num_nonnulls(other_id, record_id) = 1 AND (other_id IS NULL OR user_id < other_id));

-- A note is sealed with a data key.
ALTER TABLE duplicate_decisions ADD CONSTRAINT duplicate_decisions_note CHECK ((data_key IS NULL) = (note_cipher IS NULL));

-- Each value that identifies a person, and the party it belongs to. A condition on field and value uses the index of one column (ADR 30).
CREATE VIEW identity_values (field, value, party, user_id, submission_id, state) AS
  SELECT 'ninNumber', nin_index, 'applicant', s.user_id, s.id, s.state FROM personal_details JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'bvnNumber', bvn_index, 'applicant', s.user_id, s.id, s.state FROM bank_details JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'bvnNumber', bvn_index, 'signatory', s.user_id, s.id, s.state FROM signatories JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'accountNumber', account_number_index, 'applicant', s.user_id, s.id, s.state
    FROM bank_details JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'incorporationNumber', company_number(incorporation_number), 'applicant', s.user_id, s.id, s.state
    FROM companies JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'phone', national_number(phone), 'account', id, NULL, NULL FROM users
  UNION ALL SELECT 'phone', national_number(phone_number), 'applicant', s.user_id, s.id, s.state
    FROM personal_details JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'phone', national_number(phone), 'applicant', s.user_id, s.id, s.state FROM companies JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'phone', national_number(phone_number), 'next_of_kin', s.user_id, s.id, s.state
    FROM next_of_kin JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'phone', national_number(phone_number), 'signatory', s.user_id, s.id, s.state
    FROM signatories JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'email', mailbox_of(email), 'account', id, NULL, NULL FROM users
  UNION ALL SELECT 'email', mailbox_of(email), 'applicant', s.user_id, s.id, s.state
    FROM personal_details JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'email', mailbox_of(email), 'applicant', s.user_id, s.id, s.state FROM companies JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'email', mailbox_of(email), 'next_of_kin', s.user_id, s.id, s.state
    FROM next_of_kin JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'email', mailbox_of(email), 'signatory', s.user_id, s.id, s.state
    FROM signatories JOIN submissions s ON s.id = submission_id
  UNION ALL SELECT 'document', f.sha256, 'applicant', s.user_id, s.id, s.state
    FROM files f JOIN documents d ON d.file_id = f.id JOIN submissions s ON s.id = d.submission_id
  UNION ALL SELECT 'ninNumber', nin_index, 'guardian', user_id, NULL, NULL FROM guardians
  UNION ALL SELECT 'phone', national_number(phone_number), 'guardian', user_id, NULL, NULL FROM guardians
  UNION ALL SELECT 'email', mailbox_of(email), 'guardian', user_id, NULL, NULL FROM guardians
  UNION ALL SELECT 'nameAndBirth', person_key, 'applicant', s.user_id, s.id, s.state
    FROM personal_details JOIN submissions s ON s.id = submission_id;

-- A check has an answer with its outcome, or a failure, or neither while it is pending.
ALTER TABLE identity_checks ADD CONSTRAINT identity_checks_state CHECK (
  (state = 'waiting') = (answered_at IS NULL) AND
  (state = 'answered') = (outcome IS NOT NULL) AND
  (state = 'answered') = (answer_cipher IS NOT NULL) AND
  (state = 'failed') = (failure IS NOT NULL) AND
  (data_key IS NULL) = (answer_cipher IS NULL));

-- The provider is not called without the applicant's consent (ADR 31).
ALTER TABLE identity_checks ADD CONSTRAINT identity_checks_consent CHECK (provider = 'manual' OR consent IS NOT NULL);

-- An active list has a revision, which determines which users are screened again (ADR 32).
ALTER TABLE watchlists ADD CONSTRAINT watchlists_active CHECK (NOT active OR revision IS NOT NULL);

-- A decided hit has a reason and a time; an open one has neither.
ALTER TABLE screening_hits ADD CONSTRAINT screening_hits_decided
  CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (reason IS NULL));

-- A note is sealed with a data key.
ALTER TABLE screening_hits ADD CONSTRAINT screening_hits_note CHECK ((data_key IS NULL) = (note_cipher IS NULL));

-- A user with a new current submission or name is screened again by a job (ADR 33), whichever command made the change. Without an imported
-- list, there is nothing to compare with.
CREATE OR REPLACE FUNCTION require_screening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.current_submission_id IS NULL THEN
    UPDATE screenings SET revision = 0 WHERE user_id = NEW.id;
  ELSE
    INSERT INTO screenings (user_id) VALUES (NEW.id) ON CONFLICT (user_id) DO UPDATE SET revision = 0;
    IF EXISTS (SELECT FROM watchlists WHERE active) THEN
      PERFORM graphile_worker.add_job(
        'screening', json_build_object('id', NEW.id), job_key := 'screening:' || NEW.id, priority := 100);
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- See require_screening.
CREATE TRIGGER users_screening_inserted AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.current_submission_id IS NOT NULL) EXECUTE FUNCTION require_screening();

-- See require_screening.
CREATE TRIGGER users_screening_changed AFTER UPDATE OF current_submission_id, name ON users
  FOR EACH ROW WHEN (NEW.current_submission_id IS DISTINCT FROM OLD.current_submission_id OR NEW.name IS DISTINCT FROM OLD.name)
  EXECUTE FUNCTION require_screening();

-- A job recomputes the stored marks of a user's case (ADR 34), whichever command changed the data they depend on. The trigger's arguments
-- name the columns with user ids, or `submission_id`. Users inserted by a seed together with their submissions add no job.
CREATE OR REPLACE FUNCTION refresh_case_marks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  id uuid;
BEGIN
  FOR id IN
    SELECT CASE name WHEN 'submission_id' THEN (SELECT s.user_id FROM submissions AS s WHERE s.id = (changed ->> name)::uuid)
      ELSE (changed ->> name)::uuid END FROM unnest(TG_ARGV) AS name
  LOOP
    IF id IS NOT NULL THEN
      PERFORM graphile_worker.add_job(
        'case-marks', json_build_object('id', id), job_key := 'case-marks:' || id, priority := 90);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- See refresh_case_marks.
CREATE TRIGGER users_case_marks AFTER UPDATE OF current_submission_id, name, phone, email, email_verified_at ON users
  FOR EACH ROW WHEN (NEW.email_verified_at IS NOT NULL AND
    (NEW.current_submission_id, NEW.name, NEW.phone, NEW.email, NEW.email_verified_at) IS DISTINCT FROM
    (OLD.current_submission_id, OLD.name, OLD.phone, OLD.email, OLD.email_verified_at))
  EXECUTE FUNCTION refresh_case_marks('id');

-- See refresh_case_marks.
CREATE TRIGGER duplicate_decisions_case_marks AFTER INSERT OR UPDATE ON duplicate_decisions
  FOR EACH ROW EXECUTE FUNCTION refresh_case_marks('user_id', 'other_id');

-- See refresh_case_marks.
CREATE TRIGGER guardians_case_marks AFTER INSERT OR UPDATE OR DELETE ON guardians
  FOR EACH ROW EXECUTE FUNCTION refresh_case_marks('user_id');

-- See refresh_case_marks.
CREATE TRIGGER identity_checks_case_marks AFTER INSERT OR UPDATE OF state ON identity_checks
  FOR EACH ROW WHEN (NEW.state = 'answered') EXECUTE FUNCTION refresh_case_marks('submission_id');

-- A lifted block has the administrator who confirmed it.
ALTER TABLE person_blocks ADD CONSTRAINT person_blocks_lifted
  CHECK ((lifted_at IS NULL) = (lifted_by_id IS NULL));

-- A block is never deleted, and changes only when it is lifted.
CREATE OR REPLACE FUNCTION keep_person_block() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.lifted_at IS NOT NULL OR
    (OLD.id, OLD.user_id, OLD.reason, OLD.indexes, OLD.blocked_at, OLD.blocked_by_id) IS DISTINCT FROM
    (NEW.id, NEW.user_id, NEW.reason, NEW.indexes, NEW.blocked_at, NEW.blocked_by_id) THEN
    RAISE EXCEPTION 'a block can only be lifted' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- See keep_person_block.
CREATE TRIGGER person_blocks_kept BEFORE UPDATE OR DELETE ON person_blocks FOR EACH ROW EXECUTE FUNCTION keep_person_block();

-- A closed alert has its outcome.
ALTER TABLE watchlist_alerts ADD CONSTRAINT watchlist_alerts_closed CHECK ((closed_at IS NULL) = (outcome IS NULL));

-- An override of the risk rating has its note, sealed, and its time.
ALTER TABLE risk_ratings ADD CONSTRAINT risk_ratings_override
  CHECK ((override_level IS NULL) = (overridden_at IS NULL) AND (override_level IS NULL) = (note_cipher IS NULL)
    AND (data_key IS NULL) = (note_cipher IS NULL));
