-- Keys of programs (product 10.44).

-- A key has scopes.
ALTER TABLE api_keys ADD CONSTRAINT api_keys_scopes CHECK (cardinality(scopes) BETWEEN 1 AND 100);

-- A key works for about a year at most.
ALTER TABLE api_keys ADD CONSTRAINT api_keys_expiry CHECK (expires_at <= made_at + interval '368 days');

-- An earlier secret is accepted until a known time.
ALTER TABLE api_keys ADD CONSTRAINT api_keys_previous CHECK ((previous_hash IS NULL) = (previous_until IS NULL));

-- A revoked key stays revoked and keeps its secret. No key changes its owner, scopes, networks or expiry: another one is made instead.
CREATE OR REPLACE FUNCTION api_keys_protect() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.revoked_at IS NOT NULL AND (NEW.revoked_at, NEW.secret_hash) IS DISTINCT FROM (OLD.revoked_at, OLD.secret_hash))
    OR (NEW.owner_id, NEW.public_id, NEW.scopes, NEW.networks, NEW.expires_at, NEW.made_by_id)
      IS DISTINCT FROM (OLD.owner_id, OLD.public_id, OLD.scopes, OLD.networks, OLD.expires_at, OLD.made_by_id) THEN
    RAISE EXCEPTION 'API key % cannot change like this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- See the function.
CREATE TRIGGER api_keys_protect BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_protect();
