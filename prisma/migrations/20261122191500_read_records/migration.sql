-- Reads by administrators: what somebody read recently, and how many users per day (threat 51).
CREATE INDEX IF NOT EXISTS audit_events_reads ON audit_events (at, actor_id, target_id)
  WHERE action IN ('user.viewed', 'document.viewed');
