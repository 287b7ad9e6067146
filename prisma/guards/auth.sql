-- Sessions, codes and rate limits.

-- Refresh tokens are numbered from 0.
ALTER TABLE sessions ADD CONSTRAINT sessions_counter CHECK (refresh_counter >= 0);

-- An ended session has a reason; an open one has none.
ALTER TABLE sessions ADD CONSTRAINT sessions_ended CHECK ((ended_at IS NULL) = (end_reason IS NULL));

-- Attempts are counted from 0.
ALTER TABLE email_codes ADD CONSTRAINT email_codes_tries CHECK (tries >= 0);

-- The job supports two kinds of requests.
ALTER TABLE email_requests ADD CONSTRAINT email_requests_kind CHECK (kind IN ('code', 'reset'));

-- Neither counter falls below 0, which would grant additional attempts (threat 4, 5).
ALTER TABLE rate_limits ADD CONSTRAINT rate_limits_counts CHECK (count >= 0 AND in_flight >= 0);
