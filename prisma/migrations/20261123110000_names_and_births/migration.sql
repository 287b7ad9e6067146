-- Equal names and dates of birth in the graph of duplicates (product 10.20).

-- The words of a name in any order with a date of birth, as personKey in lib/verification/identity.ts. Null without a Latin letter or digit.
CREATE FUNCTION person_key(name text, born date) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(word, ' ' ORDER BY word COLLATE "C") || '|' || (born - DATE '1970-01-01')
  FROM regexp_split_to_table(regexp_replace(lower(normalize(name, NFKD)), '[^a-z0-9 ]+', '', 'g'), ' +') AS word WHERE word <> ''
$$;
CREATE INDEX personal_details_person ON personal_details (person_key(first_name || ' ' || surname, date_of_birth));

CREATE OR REPLACE VIEW identity_values (field, value, party, user_id, submission_id, state) AS
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
  UNION ALL SELECT 'nameAndBirth', person_key(first_name || ' ' || surname, date_of_birth), 'applicant', s.user_id, s.id, s.state
    FROM personal_details JOIN submissions s ON s.id = submission_id;
