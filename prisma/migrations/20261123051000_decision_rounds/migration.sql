-- The round of the first decision on a submission: 2 after a rejection and a new submission (product 10.25).
ALTER TABLE "decisions" ADD COLUMN "round" INTEGER;

UPDATE "decisions" SET "round" = first."round"
FROM (
    SELECT DISTINCT ON (d."submission_id") d."id", (
        SELECT count(*) FROM "submissions" AS e
        WHERE e."user_id" = s."user_id" AND e."kind" = s."kind" AND e."state" NOT IN ('draft', 'superseded') AND e."submitted_at" <= s."submitted_at"
    ) AS "round"
    FROM "decisions" AS d JOIN "submissions" AS s ON s."id" = d."submission_id"
    WHERE s."submitted_at" IS NOT NULL
    ORDER BY d."submission_id", d."decided_at", d."id"
) AS first
WHERE first."id" = "decisions"."id";

CREATE INDEX "decisions_second_round" ON "decisions"("decided_at") WHERE "round" = 2;
