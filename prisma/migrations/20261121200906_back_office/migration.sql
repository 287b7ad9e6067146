-- CreateTable
CREATE TABLE "user_tallies" (
    "id" BIGSERIAL NOT NULL,
    "role" "role" NOT NULL,
    "status" "verification_status" NOT NULL,
    "submitted" BOOLEAN NOT NULL,
    "proved" BOOLEAN NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "user_tallies_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "submissions_reviewed_at_idx" ON "submissions"("reviewed_at");

-- Exact totals without counting --------------------------------------------------------------------------------------
-- One row of difference for each sort of user that a statement changed. Rows are only added here, so transactions never wait for
-- each other; lib/users/tallies.ts folds them together.
CREATE FUNCTION users_tally_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_tallies (role, status, submitted, proved, count)
  SELECT role, status, submitted_at IS NOT NULL, email_verified_at IS NOT NULL, count(*)
  FROM added GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
CREATE FUNCTION users_tally_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_tallies (role, status, submitted, proved, count)
  SELECT role, status, submitted_at IS NOT NULL, email_verified_at IS NOT NULL, -count(*)
  FROM removed GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
CREATE FUNCTION users_tally_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_tallies (role, status, submitted, proved, count)
  SELECT role, status, submitted, proved, sum(difference)
  FROM (
    SELECT role, status, submitted_at IS NOT NULL AS submitted, email_verified_at IS NOT NULL AS proved, 1 AS difference FROM added
    UNION ALL
    SELECT role, status, submitted_at IS NOT NULL, email_verified_at IS NOT NULL, -1 FROM removed
  ) AS differences
  GROUP BY 1, 2, 3, 4 HAVING sum(difference) <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION users_tally_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_tallies;
  RETURN NULL;
END $$;
CREATE TRIGGER users_tally_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION users_tally_added();
CREATE TRIGGER users_tally_update AFTER UPDATE ON users
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION users_tally_changed();
CREATE TRIGGER users_tally_delete AFTER DELETE ON users
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION users_tally_removed();
CREATE TRIGGER users_tally_truncate AFTER TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION users_tally_emptied();

INSERT INTO user_tallies (role, status, submitted, proved, count)
SELECT role, status, submitted_at IS NOT NULL, email_verified_at IS NOT NULL, count(*) FROM users GROUP BY 1, 2, 3, 4;

-- Search -----------------------------------------------------------------------------------------------------------------
-- One text a user, so that a search is one look into one index. Nothing that is searched for contains a line end.
CREATE FUNCTION search_text(name text, email text, phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT name || E'\n' || email || E'\n' || phone
$$;
DROP INDEX users_search_trgm;
CREATE INDEX users_search_trgm ON users USING gin (search_text(name, email, phone) gin_trgm_ops);

-- Trigrams find nothing for "ad" or "+2", which have no three letters in a row; all single characters and pairs of a text do.
-- The cost keeps the planner from working them out for row after row.
CREATE FUNCTION search_grams(given text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
  SELECT coalesce(array_agg(DISTINCT substr(word, start, size)), '{}')
  FROM (SELECT lower(given) AS word) AS lowered
  CROSS JOIN generate_series(1, 2) AS size
  CROSS JOIN LATERAL generate_series(1, length(word) - size + 1) AS start
$$;
CREATE INDEX users_search_grams ON users USING gin (search_grams(search_text(name, email, phone)));
-- Nobody asks for statistics of it, and they take long to make.
ALTER INDEX users_search_grams ALTER COLUMN 1 SET STATISTICS 0;

-- The planner takes a random read for four times a sequential one, as on a turning disk; on what databases run on today it is not.
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database());
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'random_page_cost is left as it is';
END $$;

-- The same person twice ------------------------------------------------------------------------------------------------
-- A Nigerian number with 234, with 0 or with neither before it is one number.
CREATE FUNCTION national_number(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(phone, '^(234|0)(?=[0-9]{10}$)', '')
$$;
CREATE INDEX users_national_number ON users (national_number(phone));
CREATE INDEX personal_details_national_number ON personal_details (national_number(phone_number));
CREATE INDEX companies_national_number ON companies (national_number(phone));
