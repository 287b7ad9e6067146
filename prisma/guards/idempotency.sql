-- Idempotency keys (ADR 17).

-- A key is printable ASCII of at most 255 characters, as in the header Idempotency-Key.
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_key CHECK (key ~ '^[!-~]{1,255}$');
