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

-- Texts are searched without accents, as foldText in lib/text.ts does. A reserved character of LIKE stays one.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(translate(
    lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g')),
    'ƁɓƊɗƘƙƳƴ’‘ʼʻ`', 'bbddkkyy'''''''''''), ' +', ' ', 'g')
$$;
ALTER TABLE "users" DROP COLUMN "search_text";
ALTER TABLE "users" ADD COLUMN "search_text" TEXT NOT NULL
  GENERATED ALWAYS AS (fold_text(' ' || "name" || E'\n ' || "email" || E'\n ' || "phone")) STORED;
CREATE INDEX "users_search_text_trgm" ON "users" USING GIN ("search_text" gin_trgm_ops);

-- Addresses are stored as they were typed, also in capitals.
ALTER TABLE carousel_items DROP CONSTRAINT carousel_image, DROP CONSTRAINT carousel_link,
  ADD CONSTRAINT carousel_image CHECK (image ~* '^(/|https?://)' AND image !~ '^/[/\\]'),
  ADD CONSTRAINT carousel_link CHECK (link ~* '^(/|https?://)' AND link !~ '^//');

-- Names are normalized in one place, personKey in lib/verification/identity.ts; the database compares the result.
DROP VIEW identity_values;
DROP INDEX personal_details_person;
DROP FUNCTION person_key(text, date);
ALTER TABLE personal_details ADD COLUMN person_key TEXT;
CREATE INDEX personal_details_person_key_idx ON personal_details (person_key);
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
