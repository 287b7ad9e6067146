-- Holidays and deadlines (ADR 29).

-- The name of a holiday fits on the page.
ALTER TABLE holidays ADD CONSTRAINT holidays_name_length CHECK (char_length(name) BETWEEN 1 AND 80);

-- A deadline is 1 to 30 business days (ADR 29).
ALTER TABLE review_deadlines ADD CONSTRAINT review_deadlines_range CHECK (business_days BETWEEN 1 AND 30);
