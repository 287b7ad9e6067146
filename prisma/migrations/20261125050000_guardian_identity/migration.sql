-- A consent belongs to the answers that it was given for. A request without a submission, which an older server has stored, counts for none.
ALTER TABLE guardian_requests ADD COLUMN submission_id UUID REFERENCES submissions(id) ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX guardian_requests_submission_id_idx ON guardian_requests(submission_id);
UPDATE guardian_requests r SET submission_id = (
  SELECT s.id FROM submissions s JOIN personal_details p ON p.submission_id = s.id
  WHERE s.user_id = r.user_id
    AND s.submitted_at <= coalesce((SELECT consented_at FROM guardians g WHERE g.user_id = r.user_id), r.requested_at)
  ORDER BY s.submitted_at DESC LIMIT 1);
