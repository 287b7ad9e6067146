-- The mail outbox.

-- An email is not both sent and failed.
ALTER TABLE mail_outbox ADD CONSTRAINT mail_one_end CHECK (sent_at IS NULL OR failed_at IS NULL);

-- The body is stored until the email has been sent or has failed, and is then deleted.
ALTER TABLE mail_outbox ADD CONSTRAINT mail_body_until_end CHECK ((body_cipher IS NULL) = (sent_at IS NOT NULL OR failed_at IS NOT NULL));
