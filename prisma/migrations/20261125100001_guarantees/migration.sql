-- What Prisma's schema language cannot say: functions, CHECKs, partial indexes and indexes on expressions, triggers, a view, and the
-- first rows. The role of the application gets its rights from server/database-roles.ts after each migration.

-- Planning -----------------------------------------------------------------------

-- The default expects a spinning disk, and reads whole tables where an index is quicker on a solid one. Without the right to set it, it stays.
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database());
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'random_page_cost is left as it is';
END $$;

-- Functions --------------------------------------------------------------------

-- A phone number without the country code and the leading zero, as nationalNumber in lib/phone.ts: 234 and 0 may both stand before it.
CREATE FUNCTION national_number(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(phone, '^0{0,2}(234)?0?(?=[0-9]{10}$)', '')
$$;

-- The mailbox that an address reaches, as mailboxOf in lib/verification/link-facts.ts: without a tag, and at Gmail without dots.
CREATE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN lower(email) ~ '@g(oogle)?mail\.com$'
    THEN replace(regexp_replace(lower(email), '(\+[^@]*)?@.*$', ''), '.', '') || '@gmail.com'
    ELSE regexp_replace(lower(email), '\+[^@]*@', '@') END
$$;

-- A registration number as companyNumber in lib/verification/link-facts.ts: its kind, by default RC, and its digits.
CREATE FUNCTION company_number(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(substring(upper(number) FROM '^[^A-Z0-9]*(BN|IT|LLP|LP)'), 'RC')
    || nullif(ltrim(regexp_replace(number, '[^0-9]', '', 'g'), '0'), '')
$$;

-- A text as it is searched for, without accents, as foldText in lib/text.ts. A reserved character of LIKE stays one.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(translate(
    lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g')),
    'ƁɓƊɗƘƙƳƴ’‘ʼʻ`', 'bbddkkyy'''''''''''), ' +', ' ', 'g')
$$;

-- Users ------------------------------------------------------------------------

ALTER TABLE users
  ADD CONSTRAINT users_email_canonical CHECK (email = lower(email) AND email !~ '[[:space:]]' AND position('@' IN email) > 1),
  ADD CONSTRAINT users_phone_digits CHECK (phone ~ '^([0-9]{10,15})?$'),
  ADD CONSTRAINT users_super_is_admin CHECK (NOT is_super OR role = 'admin'),
  ADD CONSTRAINT users_type_is_investor CHECK (investor_type = 'none' OR role = 'investor'),
  ADD CONSTRAINT users_decided_has_date CHECK ((status = 'pending') = (reviewed_at IS NULL)),
  ADD CONSTRAINT users_submitted_has_submission CHECK ((submitted_at IS NULL) = (current_submission_id IS NULL));
CREATE INDEX users_submitted_idx ON users (role, status, created_at DESC, id DESC) WHERE submitted_at IS NOT NULL;

-- One stored text per user, and one trigram index on it (ADR 20). Prisma knows the column, but not that it is generated.
ALTER TABLE users DROP COLUMN search_text;
ALTER TABLE users ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold_text(' ' || name || E'\n ' || email || E'\n ' || phone)) STORED;
CREATE INDEX users_search_text_trgm ON users USING gin (search_text gin_trgm_ops);

-- The current submission is the user's own.
CREATE FUNCTION users_own_submission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM submissions WHERE id = NEW.current_submission_id AND user_id = NEW.id) THEN
    RAISE EXCEPTION 'the current submission belongs to another user' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_current_submission_own BEFORE INSERT OR UPDATE OF current_submission_id ON users
  FOR EACH ROW WHEN (NEW.current_submission_id IS NOT NULL) EXECUTE FUNCTION users_own_submission();

-- The seed inserts users and their submissions in one transaction, in either order.
ALTER TABLE submissions ALTER CONSTRAINT submissions_user_id_fkey DEFERRABLE INITIALLY IMMEDIATE;

-- Users are counted without reading them: each statement adds the differences that it makes as rows (ADR 10). A statement that changes no
-- count adds none, as most updates.
CREATE FUNCTION add_user_count_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER user_count_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_user_count_deltas();
CREATE TRIGGER user_count_delete AFTER DELETE ON users
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_user_count_deltas();
-- PostgreSQL allows no list of columns beside transition tables, and a list would miss the columns that a trigger changes.
CREATE TRIGGER user_count_update AFTER UPDATE ON users
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_user_count_deltas();

CREATE FUNCTION reset_user_count_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_count_deltas;
  RETURN NULL;
END $$;
CREATE TRIGGER user_count_truncate AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION reset_user_count_deltas();

-- Sessions, codes and limits -------------------------------------------------------

ALTER TABLE sessions
  ADD CONSTRAINT sessions_counter CHECK (refresh_counter >= 0),
  ADD CONSTRAINT sessions_ended CHECK ((ended_at IS NULL) = (end_reason IS NULL));
ALTER TABLE email_codes ADD CONSTRAINT email_codes_tries CHECK (tries >= 0);
ALTER TABLE email_requests ADD CONSTRAINT email_requests_kind CHECK (kind IN ('code', 'reset'));
ALTER TABLE rate_limits ADD CONSTRAINT rate_limits_counts CHECK (count >= 0 AND in_flight >= 0);

-- Submissions --------------------------------------------------------------------

ALTER TABLE submissions
  ADD CONSTRAINT submissions_submitted CHECK (state IN ('draft', 'superseded') OR submitted_at IS NOT NULL),
  ADD CONSTRAINT submissions_draft_not_submitted CHECK (state <> 'draft' OR submitted_at IS NULL),
  ADD CONSTRAINT submissions_decided CHECK ((state IN ('approved', 'rejected')) = (reviewed_at IS NOT NULL));
-- Nobody has two drafts or two submissions under review (threat 20).
CREATE UNIQUE INDEX submissions_one_draft ON submissions (user_id) WHERE state = 'draft';
CREATE UNIQUE INDEX submissions_one_pending ON submissions (user_id) WHERE state = 'pending';
-- The queue reads pending submissions in these orders.
CREATE INDEX submissions_waiting ON submissions (submitted_at, id) WHERE state = 'pending';
CREATE INDEX submissions_pending_due_at ON submissions (due_at, submitted_at, id) WHERE state = 'pending';
-- The queue is filtered by marks (ADR 34). The list of changes in an index is off, because each search would read it as well.
CREATE INDEX submissions_marks ON submissions USING gin (marks) WITH (fastupdate = off) WHERE state = 'pending';
CREATE INDEX submissions_changes_requested ON submissions (id) WHERE changes_requested AND state = 'rejected';
CREATE INDEX submissions_claimed ON submissions (claimed_by_id) WHERE claimed_by_id IS NOT NULL;

ALTER TABLE personal_details
  ADD CONSTRAINT personal_age_bracket CHECK (age_bracket IN ('adult', 'minor')),
  ADD CONSTRAINT personal_phone CHECK (phone_number ~ '^[0-9]{10,15}$');
ALTER TABLE next_of_kin ADD CONSTRAINT kin_phone CHECK (phone_number ~ '^[0-9]{10,15}$');
ALTER TABLE companies ADD CONSTRAINT company_phone CHECK (phone ~ '^[0-9]{10,15}$');
ALTER TABLE signatories
  ADD CONSTRAINT signatory_phone CHECK (phone_number ~ '^[0-9]{10,15}$'),
  ADD CONSTRAINT signatory_ordinal CHECK (ordinal BETWEEN 0 AND 19);

-- Files and documents ------------------------------------------------------------

ALTER TABLE documents
  ADD CONSTRAINT documents_signatory CHECK ((name = 'signatoryIdDocument') = (signatory_id IS NOT NULL));
CREATE UNIQUE INDEX documents_one_per_name ON documents (submission_id, name) WHERE signatory_id IS NULL;
CREATE UNIQUE INDEX documents_one_per_signatory ON documents (signatory_id) WHERE signatory_id IS NOT NULL;
ALTER TABLE files
  ADD CONSTRAINT files_type CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png', 'application/zip')),
  ADD CONSTRAINT files_size CHECK (size BETWEEN 1 AND CASE content_type WHEN 'application/zip' THEN 2147483647 ELSE 5242880 END);
-- A job deletes files that nothing has attached.
CREATE INDEX files_orphans ON files (created_at) WHERE attached_at IS NULL;

-- Review -------------------------------------------------------------------------

ALTER TABLE decisions
  ADD CONSTRAINT decisions_made CHECK (status <> 'pending'),
  ADD CONSTRAINT decisions_business_days CHECK (business_days >= 0),
  ADD CONSTRAINT decisions_note
    CHECK ((data_key IS NULL) = (note_cipher IS NULL) AND (note_cipher IS NULL OR status = 'rejected'));
CREATE INDEX decisions_second_round ON decisions (decided_at) WHERE round = 2;
ALTER TABLE part_reviews ADD CONSTRAINT part_reviews_note
  CHECK ((data_key IS NULL) = (note_cipher IS NULL) AND (note_cipher IS NULL OR reason IS NOT NULL));
ALTER TABLE holidays ADD CONSTRAINT holidays_name_length CHECK (char_length(name) BETWEEN 1 AND 80);
ALTER TABLE review_deadlines ADD CONSTRAINT review_deadlines_range CHECK (business_days BETWEEN 1 AND 30);

-- Servers pass changes of cases on to the reviewers' browsers, whichever command or server made them.
CREATE FUNCTION notify_case_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cases', NEW.user_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER submissions_case_changed AFTER UPDATE OF state, claimed_by_id, marks ON submissions
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.claimed_by_id IS DISTINCT FROM NEW.claimed_by_id
    OR OLD.marks IS DISTINCT FROM NEW.marks)
  EXECUTE FUNCTION notify_case_changed();
CREATE TRIGGER guardian_requests_case_changed AFTER INSERT OR UPDATE ON guardian_requests
  FOR EACH ROW EXECUTE FUNCTION notify_case_changed();
CREATE TRIGGER guardians_case_changed AFTER INSERT ON guardians
  FOR EACH ROW EXECUTE FUNCTION notify_case_changed();

-- A proposal is confirmed by another person than the one who made it, whatever the application does (threat 68).
ALTER TABLE proposals
  ADD CONSTRAINT proposals_decided CHECK ((state = 'pending') = (decided_at IS NULL)),
  ADD CONSTRAINT proposals_payload CHECK (state <> 'pending' OR (data_key IS NOT NULL AND payload_cipher IS NOT NULL)),
  ADD CONSTRAINT proposals_second_person
    CHECK (state <> 'confirmed' OR (decided_by_id IS NOT NULL AND decided_by_id <> proposed_by_id));
CREATE UNIQUE INDEX proposals_one_pending ON proposals (kind, subject) WHERE state = 'pending';

-- Duplicates ---------------------------------------------------------------------

-- A pair is stored once, the smaller id first.
ALTER TABLE duplicate_decisions
  ADD CONSTRAINT duplicate_decisions_pair
    CHECK (num_nonnulls(other_id, record_id) = 1 AND (other_id IS NULL OR user_id < other_id)),
  ADD CONSTRAINT duplicate_decisions_goes_on CHECK (goes_on_id IS NULL OR (verdict = 'same_person' AND goes_on_id IN (user_id, other_id))),
  ADD CONSTRAINT duplicate_decisions_note CHECK ((data_key IS NULL) = (note_cipher IS NULL));
CREATE INDEX users_national_number ON users (national_number(phone));
CREATE INDEX users_mailbox ON users (mailbox_of(email));
CREATE INDEX personal_details_national_number ON personal_details (national_number(phone_number));
CREATE INDEX personal_details_mailbox ON personal_details (mailbox_of(email));
CREATE INDEX companies_national_number ON companies (national_number(phone));
CREATE INDEX companies_mailbox ON companies (mailbox_of(email));
CREATE INDEX companies_company_number ON companies (company_number(incorporation_number));
CREATE INDEX next_of_kin_national_number ON next_of_kin (national_number(phone_number));
CREATE INDEX next_of_kin_mailbox ON next_of_kin (mailbox_of(email));
CREATE INDEX signatories_national_number ON signatories (national_number(phone_number));
CREATE INDEX signatories_mailbox ON signatories (mailbox_of(email));
CREATE INDEX guardians_national_number ON guardians (national_number(phone_number));
CREATE INDEX guardians_mailbox ON guardians (mailbox_of(email));

-- Each value that identifies a person, and as what a user gave it. A condition on field and value uses the index of one column (ADR 30).
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

-- Identity checks and screening --------------------------------------------------------

ALTER TABLE identity_checks
  ADD CONSTRAINT identity_checks_state CHECK (
    (state = 'waiting') = (answered_at IS NULL) AND
    (state = 'answered') = (outcome IS NOT NULL) AND
    (state = 'answered') = (answer_cipher IS NOT NULL) AND
    (state = 'failed') = (failure IS NOT NULL) AND
    (data_key IS NULL) = (answer_cipher IS NULL)
  ),
  ADD CONSTRAINT identity_checks_consent CHECK (provider = 'manual' OR consent IS NOT NULL);
-- Two reviewers who ask at the same time ask once.
CREATE UNIQUE INDEX identity_checks_waiting ON identity_checks (submission_id, kind, coalesce(ordinal, -1)) WHERE state = 'waiting';

ALTER TABLE watchlists ADD CONSTRAINT watchlists_active CHECK (NOT active OR revision IS NOT NULL);
CREATE UNIQUE INDEX watchlists_one_active ON watchlists (source) WHERE active;
-- This index finds a listed name among further ones, which make its trigrams too few.
CREATE INDEX watchlist_names_words ON watchlist_names USING gin (string_to_array(normalized, ' '));
ALTER TABLE screening_hits
  ADD CONSTRAINT screening_hits_decided CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (reason IS NULL)),
  ADD CONSTRAINT screening_hits_note CHECK ((data_key IS NULL) = (note_cipher IS NULL));
-- A name is an entry's hit once. By its hash: a B-tree takes no value above 2,704 bytes, and names can be longer.
CREATE UNIQUE INDEX screening_hits_one_per_name ON screening_hits (user_id, source, external_id, md5(normalized));
-- The queue is filtered by hits that are not cleared.
CREATE INDEX screening_hits_uncleared ON screening_hits (user_id) WHERE ended_at IS NULL AND state <> 'cleared';
-- A job counts the hits that no email has reported.
CREATE INDEX screening_hits_not_alerted ON screening_hits (user_id) WHERE state = 'open' AND alerted_at IS NULL;

-- Who has a new current submission or name is screened again, whichever command changed it: by a job (ADR 33), unless no list is imported.
CREATE FUNCTION require_screening() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER users_screening_inserted AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.current_submission_id IS NOT NULL) EXECUTE FUNCTION require_screening();
CREATE TRIGGER users_screening_changed AFTER UPDATE OF current_submission_id, name ON users
  FOR EACH ROW WHEN (NEW.current_submission_id IS DISTINCT FROM OLD.current_submission_id OR NEW.name IS DISTINCT FROM OLD.name)
  EXECUTE FUNCTION require_screening();

-- Marks of cases (ADR 34) ----------------------------------------------------------

-- A job computes the stored marks of a user's case again, whichever command changed what they depend on. The arguments of the trigger are the
-- columns with ids of users. Users whom a seed inserts with their submissions add none.
CREATE FUNCTION refresh_case_marks() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER users_case_marks AFTER UPDATE OF current_submission_id, name, phone, email, email_verified_at ON users
  FOR EACH ROW WHEN (NEW.email_verified_at IS NOT NULL AND
    (NEW.current_submission_id, NEW.name, NEW.phone, NEW.email, NEW.email_verified_at) IS DISTINCT FROM
    (OLD.current_submission_id, OLD.name, OLD.phone, OLD.email, OLD.email_verified_at))
  EXECUTE FUNCTION refresh_case_marks('id');
CREATE TRIGGER duplicate_decisions_case_marks AFTER INSERT OR UPDATE ON duplicate_decisions
  FOR EACH ROW EXECUTE FUNCTION refresh_case_marks('user_id', 'other_id');
CREATE TRIGGER guardians_case_marks AFTER INSERT OR UPDATE OR DELETE ON guardians
  FOR EACH ROW EXECUTE FUNCTION refresh_case_marks('user_id');
CREATE TRIGGER identity_checks_case_marks AFTER INSERT OR UPDATE OF state ON identity_checks
  FOR EACH ROW WHEN (NEW.state = 'answered') EXECUTE FUNCTION refresh_case_marks('submission_id');

-- Mail and carousel ----------------------------------------------------------------

-- A mail ends once, and its body is stored until then.
ALTER TABLE mail_outbox
  ADD CONSTRAINT mail_one_end CHECK (sent_at IS NULL OR failed_at IS NULL),
  ADD CONSTRAINT mail_body_until_end CHECK ((body_cipher IS NULL) = (sent_at IS NOT NULL OR failed_at IS NOT NULL));
-- The metrics count these.
CREATE INDEX mail_waiting ON mail_outbox (id) WHERE sent_at IS NULL AND failed_at IS NULL;
-- Addresses are paths of this site or http(s) addresses (threat 31).
ALTER TABLE carousel_items
  ADD CONSTRAINT carousel_image CHECK (image ~* '^(/|https?://)' AND image !~ '^/[/\\]'),
  ADD CONSTRAINT carousel_link CHECK (link ~* '^(/|https?://)' AND link !~ '^//');

-- The audit log ------------------------------------------------------------------

-- Rows are only ever added (threat 37).
ALTER TABLE audit_events ADD CONSTRAINT audit_seq CHECK (seq > 0);
CREATE FUNCTION audit_events_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_events_no_change BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_events_refuse_change();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse_change();
CREATE INDEX audit_events_reads ON audit_events (at, actor_id, target_id) WHERE action IN ('user.viewed', 'document.viewed');

-- First rows ---------------------------------------------------------------------

-- Fixed dates by the Public Holidays Act; Easter is computed. Eid-el-Fitr 2026 as declared by the Ministry of Interior; the other days that
-- depend on the moon by the Umm al-Qura calendar, until they are declared. Days in lieu are declared, too, so administrators add them.
INSERT INTO holidays (date, name) VALUES
    ('2026-01-01', 'New Year''s Day'),
    ('2026-03-19', 'Eid-el-Fitr'),
    ('2026-03-20', 'Eid-el-Fitr'),
    ('2026-04-03', 'Good Friday'),
    ('2026-04-06', 'Easter Monday'),
    ('2026-05-01', 'Workers'' Day'),
    ('2026-05-27', 'Eid-el-Kabir (expected)'),
    ('2026-05-28', 'Eid-el-Kabir (expected)'),
    ('2026-06-12', 'Democracy Day'),
    ('2026-08-25', 'Eid-el-Maulud (expected)'),
    ('2026-10-01', 'Independence Day'),
    ('2026-12-25', 'Christmas Day'),
    ('2026-12-26', 'Boxing Day'),
    ('2027-01-01', 'New Year''s Day'),
    ('2027-03-09', 'Eid-el-Fitr (expected)'),
    ('2027-03-10', 'Eid-el-Fitr (expected)'),
    ('2027-03-26', 'Good Friday'),
    ('2027-03-29', 'Easter Monday'),
    ('2027-05-01', 'Workers'' Day'),
    ('2027-05-16', 'Eid-el-Kabir (expected)'),
    ('2027-05-17', 'Eid-el-Kabir (expected)'),
    ('2027-06-12', 'Democracy Day'),
    ('2027-08-14', 'Eid-el-Maulud (expected)'),
    ('2027-10-01', 'Independence Day'),
    ('2027-12-25', 'Christmas Day'),
    ('2027-12-26', 'Boxing Day');
