-- What was verified or begun before a change of password or second factor does not count after it (threat 53).
ALTER TABLE users ADD COLUMN credentials_version integer NOT NULL DEFAULT 0;
