-- One stored text per user, and one trigram index on it (ADR 20).
DROP INDEX "users_search_trgm";
DROP INDEX "users_search_grams";
ALTER TABLE "users" ADD COLUMN "search_text" TEXT NOT NULL
  GENERATED ALWAYS AS (' ' || "name" || E'\n ' || "email" || E'\n ' || "phone") STORED;
CREATE INDEX "users_search_text_trgm" ON "users" USING GIN ("search_text" gin_trgm_ops);
DROP FUNCTION search_text(text, text, text);
DROP FUNCTION search_grams(text);

-- Figures per week are counted from users and decisions themselves; totals of a search are counted up to a limit.
DROP TRIGGER users_growth_insert ON users;
DROP TRIGGER users_growth_update ON users;
DROP TRIGGER users_growth_delete ON users;
DROP TRIGGER users_growth_truncate ON users;
DROP TRIGGER decisions_growth_insert ON decisions;
DROP TRIGGER decisions_growth_update ON decisions;
DROP TRIGGER decisions_growth_delete ON decisions;
DROP TRIGGER decisions_growth_truncate ON decisions;
DROP FUNCTION users_growth();
DROP FUNCTION decisions_growth();
DROP FUNCTION lagos_day(timestamptz);
DROP TABLE "user_days";
DROP TABLE "decision_days";
DROP TABLE "user_changes";
DROP TABLE "search_totals";

-- Exact user counts without counting: one trigger adds the differences of each statement as rows (ADR 10).
DROP TRIGGER users_tally_insert ON users;
DROP TRIGGER users_tally_update ON users;
DROP TRIGGER users_tally_delete ON users;
DROP TRIGGER users_tally_truncate ON users;
DROP FUNCTION users_tally_added();
DROP FUNCTION users_tally_removed();
DROP FUNCTION users_tally_changed();
DROP FUNCTION users_tally_emptied();
DROP TABLE "user_tallies";

CREATE TABLE "user_count_deltas" (
    "id" BIGSERIAL NOT NULL,
    "role" "role" NOT NULL,
    "status" "verification_status" NOT NULL,
    "submitted" BOOLEAN NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "delta" INTEGER NOT NULL,

    CONSTRAINT "user_count_deltas_pkey" PRIMARY KEY ("id")
);

CREATE FUNCTION add_user_count_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    INSERT INTO user_count_deltas (role, status, submitted, verified, delta)
    SELECT role, status, submitted_at IS NOT NULL, email_verified_at IS NOT NULL, -count(*) FROM old_rows GROUP BY 1, 2, 3, 4;
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO user_count_deltas (role, status, submitted, verified, delta)
    SELECT role, status, submitted_at IS NOT NULL, email_verified_at IS NOT NULL, count(*) FROM new_rows GROUP BY 1, 2, 3, 4;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER user_count_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_user_count_deltas();
CREATE TRIGGER user_count_delete AFTER DELETE ON users
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_user_count_deltas();
-- No column list is allowed with transition tables, and a list would also miss the columns that a trigger changes.
CREATE TRIGGER user_count_update AFTER UPDATE ON users
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_user_count_deltas();

CREATE FUNCTION reset_user_count_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_count_deltas;
  RETURN NULL;
END $$;
CREATE TRIGGER user_count_truncate AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION reset_user_count_deltas();

INSERT INTO user_count_deltas (role, status, submitted, verified, delta)
SELECT role, status, submitted_at IS NOT NULL, email_verified_at IS NOT NULL, count(*) FROM users GROUP BY 1, 2, 3, 4;
