-- CreateTable
CREATE TABLE "user_days" (
    "id" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,
    "role" "role" NOT NULL,
    "status" "verification_status" NOT NULL,
    "submitted" BOOLEAN NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "user_days_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "decision_days" (
    "id" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,
    "status" "verification_status" NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "decision_days_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_changes" (
    "id" BIGSERIAL NOT NULL,
    "transaction" BIGINT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" UUID,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "status" "verification_status" NOT NULL,
    "submitted_at" TIMESTAMPTZ(3),
    "difference" SMALLINT NOT NULL,

    CONSTRAINT "user_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_totals" (
    "key" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "among" INTEGER NOT NULL,
    "snapshot" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "search_totals_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "user_days_day_idx" ON "user_days"("day");

-- CreateIndex
CREATE INDEX "decision_days_day_idx" ON "decision_days"("day");

-- CreateIndex
CREATE INDEX "user_changes_transaction_idx" ON "user_changes"("transaction");

-- CreateIndex
CREATE INDEX "user_changes_changed_at_idx" ON "user_changes"("changed_at");

-- Many users can be added at once: a user names the submission that counts, and that its owner.
ALTER TABLE submissions ALTER CONSTRAINT submissions_user_id_fkey DEFERRABLE INITIALLY IMMEDIATE;

-- What lists and figures need besides the totals of `user_tallies`, kept in the same way: rows of differences in the transaction of
-- every change, which wait for nobody (docs/decisions/0020).
CREATE FUNCTION lagos_day(moment timestamptz) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (moment AT TIME ZONE 'Africa/Lagos')::date
$$;

CREATE FUNCTION users_growth() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_days (day, role, status, submitted, count)
    SELECT lagos_day(created_at), role, status, submitted_at IS NOT NULL, count(*) FROM added GROUP BY 1, 2, 3, 4;
    INSERT INTO user_changes (transaction, changed_at, user_id, name, email, phone, role, status, submitted_at, difference)
    SELECT pg_current_xact_id()::text::bigint, now(), id, name, email, phone, role, status, submitted_at, 1 FROM added;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO user_days (day, role, status, submitted, count)
    SELECT lagos_day(created_at), role, status, submitted_at IS NOT NULL, -count(*) FROM removed GROUP BY 1, 2, 3, 4;
    -- Nothing of who is erased stays. What was kept before this transaction can no longer be brought up to date, and says so.
    DELETE FROM user_changes WHERE user_id IN (SELECT id FROM removed);
    INSERT INTO user_changes (transaction, changed_at, name, email, phone, role, status, difference)
    SELECT pg_current_xact_id()::text::bigint, now(), '', '', '', 'none', 'pending', 0 FROM removed LIMIT 1;
  ELSIF TG_OP = 'TRUNCATE' THEN
    DELETE FROM user_days;
    DELETE FROM user_changes;
    DELETE FROM search_totals;
  ELSE
    INSERT INTO user_days (day, role, status, submitted, count)
    SELECT day, role, status, submitted, sum(difference)
    FROM (
      SELECT lagos_day(created_at) AS day, role, status, submitted_at IS NOT NULL AS submitted, 1 AS difference FROM added
      UNION ALL
      SELECT lagos_day(created_at), role, status, submitted_at IS NOT NULL, -1 FROM removed
    ) AS differences
    GROUP BY 1, 2, 3, 4 HAVING sum(difference) <> 0;
    INSERT INTO user_changes (transaction, changed_at, user_id, name, email, phone, role, status, submitted_at, difference)
    SELECT pg_current_xact_id()::text::bigint, now(), id, name, email, phone, role, status, submitted_at, sum(difference)
    FROM (
      SELECT id, name, email, phone, role, status, submitted_at, 1 AS difference FROM added
      UNION ALL
      SELECT id, name, email, phone, role, status, submitted_at, -1 FROM removed
    ) AS differences
    GROUP BY 3, 4, 5, 6, 7, 8, 9 HAVING sum(difference) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_growth_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION users_growth();
CREATE TRIGGER users_growth_update AFTER UPDATE ON users
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION users_growth();
CREATE TRIGGER users_growth_delete AFTER DELETE ON users
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION users_growth();
CREATE TRIGGER users_growth_truncate AFTER TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION users_growth();

CREATE FUNCTION decisions_growth() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO decision_days (day, status, count) SELECT lagos_day(decided_at), status, count(*) FROM added GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO decision_days (day, status, count) SELECT lagos_day(decided_at), status, -count(*) FROM removed GROUP BY 1, 2;
  ELSIF TG_OP = 'TRUNCATE' THEN
    DELETE FROM decision_days;
  ELSE
    INSERT INTO decision_days (day, status, count)
    SELECT day, status, sum(difference)
    FROM (
      SELECT lagos_day(decided_at) AS day, status, 1 AS difference FROM added
      UNION ALL
      SELECT lagos_day(decided_at), status, -1 FROM removed
    ) AS differences
    GROUP BY 1, 2 HAVING sum(difference) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER decisions_growth_insert AFTER INSERT ON decisions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION decisions_growth();
CREATE TRIGGER decisions_growth_update AFTER UPDATE ON decisions
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION decisions_growth();
CREATE TRIGGER decisions_growth_delete AFTER DELETE ON decisions
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION decisions_growth();
CREATE TRIGGER decisions_growth_truncate AFTER TRUNCATE ON decisions
  FOR EACH STATEMENT EXECUTE FUNCTION decisions_growth();

INSERT INTO user_days (day, role, status, submitted, count)
SELECT lagos_day(created_at), role, status, submitted_at IS NOT NULL, count(*) FROM users GROUP BY 1, 2, 3, 4;
INSERT INTO decision_days (day, status, count) SELECT lagos_day(decided_at), status, count(*) FROM decisions GROUP BY 1, 2;
