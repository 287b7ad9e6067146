-- A guardian can withdraw a consent.
ALTER TABLE "guardian_requests" ADD COLUMN "withdrawn_at" TIMESTAMPTZ(3);

-- Reviewers see live whom an applicant under 18 named, and what the guardian answered.
CREATE TRIGGER "guardian_requests_case_changed" AFTER INSERT OR UPDATE ON "guardian_requests"
    FOR EACH ROW EXECUTE FUNCTION "notify_case_changed"();

CREATE TRIGGER "guardians_case_changed" AFTER INSERT ON "guardians"
    FOR EACH ROW EXECUTE FUNCTION "notify_case_changed"();
