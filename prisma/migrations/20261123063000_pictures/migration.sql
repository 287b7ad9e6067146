-- Documents, pictures and guardians in the graph of duplicates (product 10.20).

-- The perceptual hash of an image, sealed, and keyed hashes of its columns, of which similar pictures have at least one in common.
CREATE TABLE "picture_hashes" (
    "file_id" UUID NOT NULL,
    "data_key" TEXT NOT NULL,
    "hash_cipher" TEXT NOT NULL,
    "bands" TEXT[],

    CONSTRAINT "picture_hashes_pkey" PRIMARY KEY ("file_id"),
    CONSTRAINT "picture_hashes_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "picture_hashes_bands_idx" ON "picture_hashes" USING GIN ("bands");

CREATE INDEX "files_sha256_idx" ON "files"("sha256");
CREATE INDEX guardians_national_number ON guardians (national_number(phone_number));
CREATE INDEX guardians_mailbox ON guardians (mailbox_of(email));

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
  UNION ALL SELECT 'email', mailbox_of(email), 'guardian', user_id, NULL, NULL FROM guardians;
