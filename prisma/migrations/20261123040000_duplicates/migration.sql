-- The graph of duplicates (product 10.20): equal values of any two users, and what reviewers decided about a pair.

-- A mailbox without what its owner can vary freely, as mailboxOf in lib/verification/identity.ts.
CREATE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN lower(email) ~ '@g(oogle)?mail\.com$'
    THEN replace(regexp_replace(lower(email), '(\+[^@]*)?@.*$', ''), '.', '') || '@gmail.com'
    ELSE regexp_replace(lower(email), '\+[^@]*@', '@') END
$$;

-- A registration number as its prefix and digits, as companyNumber in lib/verification/identity.ts. Null without digits.
CREATE FUNCTION company_number(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(substring(upper(number) FROM '^[^A-Z0-9]*(BN|IT|LLP|LP)'), 'RC')
    || nullif(ltrim(regexp_replace(number, '[^0-9]', '', 'g'), '0'), '')
$$;

CREATE INDEX users_mailbox ON users (mailbox_of(email));
CREATE INDEX personal_details_mailbox ON personal_details (mailbox_of(email));
CREATE INDEX companies_mailbox ON companies (mailbox_of(email));
CREATE INDEX companies_company_number ON companies (company_number(incorporation_number));
CREATE INDEX next_of_kin_national_number ON next_of_kin (national_number(phone_number));
CREATE INDEX next_of_kin_mailbox ON next_of_kin (mailbox_of(email));
CREATE INDEX signatories_national_number ON signatories (national_number(phone_number));
CREATE INDEX signatories_mailbox ON signatories (mailbox_of(email));

-- Each value that identifies a person, and as what a user gave it. A condition on field and value uses the index of one column, a
-- condition on user_id those of the user's submissions.
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
    FROM signatories JOIN submissions s ON s.id = submission_id;

CREATE TYPE "duplicate_verdict" AS ENUM ('same_person', 'household', 'coincidence');

CREATE TABLE "duplicate_decisions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "other_id" UUID,
    "record_id" UUID,
    "verdict" "duplicate_verdict" NOT NULL,
    "links" TEXT[],
    "data_key" TEXT,
    "note_cipher" TEXT,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "duplicate_decisions_pkey" PRIMARY KEY ("id"),
    -- One other side, and a pair of users in one order only.
    CONSTRAINT "duplicate_decisions_pair" CHECK (num_nonnulls("other_id", "record_id") = 1 AND ("other_id" IS NULL OR "user_id" < "other_id")),
    CONSTRAINT "duplicate_decisions_note" CHECK (("data_key" IS NULL) = ("note_cipher" IS NULL)),
    CONSTRAINT "duplicate_decisions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "duplicate_decisions_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "duplicate_decisions_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "retained_records"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "duplicate_decisions_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "duplicate_decisions_user_id_other_id_key" ON "duplicate_decisions"("user_id", "other_id");
CREATE UNIQUE INDEX "duplicate_decisions_user_id_record_id_key" ON "duplicate_decisions"("user_id", "record_id");
CREATE INDEX "duplicate_decisions_other_id_idx" ON "duplicate_decisions"("other_id");
CREATE INDEX "duplicate_decisions_record_id_idx" ON "duplicate_decisions"("record_id");
CREATE INDEX "duplicate_decisions_decided_by_id_idx" ON "duplicate_decisions"("decided_by_id");
