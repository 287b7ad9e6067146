-- AlterTable
ALTER TABLE "users" ADD COLUMN     "company_name" TEXT,
ADD COLUMN     "company_number" TEXT;

-- Triggers set the columns from now on (prisma/guards/users.sql).
UPDATE "users" AS u SET "company_name" = c."name", "company_number" = company_number(c."incorporation_number")
FROM "companies" AS c WHERE c."submission_id" = u."current_submission_id";

-- A generated column gets another expression by being created again.
DROP INDEX "users_search_text_trgm";
ALTER TABLE "users" DROP COLUMN "search_text";
ALTER TABLE "users" ADD COLUMN "search_text" TEXT NOT NULL GENERATED ALWAYS AS (fold_text(
  ' ' || "name" || E'\n ' || "email" || E'\n ' || "phone"
  || coalesce(E'\n ' || "company_name", '') || coalesce(E'\n ' || "company_number", ''))) STORED;
CREATE INDEX "users_search_text_trgm" ON "users" USING GIN ("search_text" gin_trgm_ops);
