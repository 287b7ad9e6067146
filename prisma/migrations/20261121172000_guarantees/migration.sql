-- What the Prisma schema cannot say: the rules of the domain, kept by the database itself.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Users -------------------------------------------------------------------------------------------------------------
ALTER TABLE users
  ADD CONSTRAINT users_email_canonical CHECK (email = lower(email) AND email !~ '[[:space:]]' AND position('@' IN email) > 1),
  ADD CONSTRAINT users_phone_digits CHECK (phone ~ '^([0-9]{10,15})?$'),
  ADD CONSTRAINT users_super_is_admin CHECK (NOT is_super OR role = 'admin'),
  ADD CONSTRAINT users_type_is_investor CHECK (investor_type = 'none' OR role = 'investor'),
  ADD CONSTRAINT users_decided_has_date CHECK ((status = 'pending') = (reviewed_at IS NULL)),
  ADD CONSTRAINT users_rejected_has_reason CHECK ((status = 'rejected') = (rejection_reason IS NOT NULL)),
  ADD CONSTRAINT users_reason_length CHECK (char_length(rejection_reason) BETWEEN 1 AND 1000),
  ADD CONSTRAINT users_submitted_has_submission CHECK ((submitted_at IS NULL) = (current_submission_id IS NULL));

-- What somebody typed into the search box, anywhere in name, e-mail or phone (SPEC 2.11).
CREATE INDEX users_search_trgm ON users USING gin (name gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops);
-- The queue and the lists that show only who has submitted (SPEC 2.12).
CREATE INDEX users_submitted_idx ON users (role, status, created_at DESC, id DESC) WHERE submitted_at IS NOT NULL;

-- Submissions -------------------------------------------------------------------------------------------------------
ALTER TABLE submissions
  ADD CONSTRAINT submissions_submitted CHECK (state IN ('draft', 'superseded') OR submitted_at IS NOT NULL),
  ADD CONSTRAINT submissions_draft_not_submitted CHECK (state <> 'draft' OR submitted_at IS NULL),
  ADD CONSTRAINT submissions_decided CHECK ((state IN ('approved', 'rejected')) = (reviewed_at IS NOT NULL)),
  ADD CONSTRAINT submissions_reason CHECK ((state = 'rejected') = (rejection_reason IS NOT NULL));

-- Nobody has two drafts or two submissions under review (TRUST 20).
CREATE UNIQUE INDEX submissions_one_draft ON submissions (user_id) WHERE state = 'draft';
CREATE UNIQUE INDEX submissions_one_pending ON submissions (user_id) WHERE state = 'pending';

-- The submission that counts is one's own.
CREATE FUNCTION users_own_submission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM submissions WHERE id = NEW.current_submission_id AND user_id = NEW.id) THEN
    RAISE EXCEPTION 'the current submission belongs to another user' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_current_submission_own BEFORE INSERT OR UPDATE OF current_submission_id ON users
  FOR EACH ROW WHEN (NEW.current_submission_id IS NOT NULL) EXECUTE FUNCTION users_own_submission();

-- Documents and files -----------------------------------------------------------------------------------------------
CREATE UNIQUE INDEX documents_one_per_name ON documents (submission_id, name) WHERE signatory_id IS NULL;
CREATE UNIQUE INDEX documents_one_per_signatory ON documents (signatory_id) WHERE signatory_id IS NOT NULL;
ALTER TABLE documents
  ADD CONSTRAINT documents_signatory CHECK ((name = 'signatoryIdDocument') = (signatory_id IS NOT NULL));
ALTER TABLE files
  ADD CONSTRAINT files_size CHECK (size BETWEEN 1 AND 5242880),
  ADD CONSTRAINT files_type CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png'));
CREATE INDEX files_orphans ON files (created_at) WHERE attached_at IS NULL;

ALTER TABLE personal_details
  ADD CONSTRAINT personal_age_bracket CHECK (age_bracket IN ('adult', 'minor')),
  ADD CONSTRAINT personal_phone CHECK (phone_number ~ '^[0-9]{10,15}$');
ALTER TABLE next_of_kin ADD CONSTRAINT kin_phone CHECK (phone_number ~ '^[0-9]{10,15}$');
ALTER TABLE companies ADD CONSTRAINT company_phone CHECK (phone ~ '^[0-9]{10,15}$');
ALTER TABLE signatories
  ADD CONSTRAINT signatory_phone CHECK (phone_number ~ '^[0-9]{10,15}$'),
  ADD CONSTRAINT signatory_ordinal CHECK (ordinal BETWEEN 0 AND 19);

-- Sessions, codes, limits -------------------------------------------------------------------------------------------
ALTER TABLE sessions
  ADD CONSTRAINT sessions_counter CHECK (refresh_counter >= 0),
  ADD CONSTRAINT sessions_ended CHECK ((ended_at IS NULL) = (end_reason IS NULL));
ALTER TABLE email_codes ADD CONSTRAINT email_codes_tries CHECK (tries >= 0);
ALTER TABLE rate_limits ADD CONSTRAINT rate_limits_counts CHECK (count >= 0 AND in_flight >= 0);

-- Mail --------------------------------------------------------------------------------------------------------------
ALTER TABLE mail_outbox
  ADD CONSTRAINT mail_one_end CHECK (sent_at IS NULL OR failed_at IS NULL),
  ADD CONSTRAINT mail_body_until_end CHECK ((body_cipher IS NULL) = (sent_at IS NOT NULL OR failed_at IS NOT NULL));
CREATE INDEX mail_due ON mail_outbox (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;

-- Carousel ----------------------------------------------------------------------------------------------------------
ALTER TABLE carousel_items
  ADD CONSTRAINT carousel_image CHECK (image ~ '^(/[^/\\]|https?://)'),
  ADD CONSTRAINT carousel_link CHECK (link ~ '^(/|https?://)' AND link !~ '^//');

-- Audit -------------------------------------------------------------------------------------------------------------
-- Rows are added at the end and never touched again (TRUST 37).
ALTER TABLE audit_events ADD CONSTRAINT audit_seq CHECK (seq > 0);
CREATE FUNCTION audit_events_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_events_no_change BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_events_refuse_change();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse_change();
