-- Submissions, their answers, documents and files.

-- A submission that is under review or decided has a time of submission.
ALTER TABLE submissions ADD CONSTRAINT submissions_submitted CHECK (state IN ('draft', 'superseded') OR submitted_at IS NOT NULL);

-- A draft has no time of submission.
ALTER TABLE submissions ADD CONSTRAINT submissions_draft_not_submitted CHECK (state <> 'draft' OR submitted_at IS NULL);

-- Only a decided submission has the date of the decision, and every decided one does.
ALTER TABLE submissions ADD CONSTRAINT submissions_decided CHECK ((state IN ('approved', 'rejected')) = (reviewed_at IS NOT NULL));

-- The form has two age brackets.
ALTER TABLE personal_details ADD CONSTRAINT personal_age_bracket CHECK (age_bracket IN ('adult', 'minor'));

-- Phone numbers contain only digits, because duplicate detection compares them (ADR 30).
ALTER TABLE personal_details ADD CONSTRAINT personal_phone CHECK (phone_number ~ '^[0-9]{10,15}$');

-- See personal_phone.
ALTER TABLE next_of_kin ADD CONSTRAINT kin_phone CHECK (phone_number ~ '^[0-9]{10,15}$');

-- See personal_phone.
ALTER TABLE companies ADD CONSTRAINT company_phone CHECK (phone ~ '^[0-9]{10,15}$');

-- See personal_phone.
ALTER TABLE signatories ADD CONSTRAINT signatory_phone CHECK (phone_number ~ '^[0-9]{10,15}$');

-- A company has at most 20 signatories.
ALTER TABLE signatories ADD CONSTRAINT signatory_ordinal CHECK (ordinal BETWEEN 0 AND 19);

-- An identity document of a signatory belongs to one; no other document does.
ALTER TABLE documents ADD CONSTRAINT documents_signatory CHECK ((name = 'signatoryIdDocument') = (signatory_id IS NOT NULL));

-- Only sanitized formats are stored (ADR 6), and archives created by the application itself.
ALTER TABLE files ADD CONSTRAINT files_type CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png', 'application/zip'));

-- Uploads have at most 5 MB; archives can be larger.
ALTER TABLE files ADD CONSTRAINT files_size
  CHECK (size BETWEEN 1 AND CASE content_type WHEN 'application/zip' THEN 2147483647 ELSE 5242880 END);
