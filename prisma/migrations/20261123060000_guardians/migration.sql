-- Parents and guardians of applicants under 18, and what an approval requires (product 10.24).
CREATE TABLE "guardian_requests" (
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "declined_at" TIMESTAMPTZ(3),

    CONSTRAINT "guardian_requests_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "guardian_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "guardian_requests_token_hash_key" ON "guardian_requests"("token_hash");

CREATE TABLE "guardians" (
    "user_id" UUID NOT NULL,
    "full_name" TEXT NOT NULL,
    "relationship" TEXT NOT NULL,
    "phone_number" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "date_of_birth" DATE NOT NULL,
    "data_key" TEXT NOT NULL,
    "nin_cipher" TEXT NOT NULL,
    "nin_index" TEXT NOT NULL,
    "consented_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "guardians_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "guardians_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "guardians_nin_index_idx" ON "guardians"("nin_index");

CREATE TYPE "review_requirement_name" AS ENUM ('guardian_consent');
CREATE TABLE "review_requirements" (
    "requirement" "review_requirement_name" NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "switched_on_by_id" UUID NOT NULL,

    CONSTRAINT "review_requirements_pkey" PRIMARY KEY ("requirement")
);

ALTER TABLE "submissions" ADD COLUMN "adult_asked_at" TIMESTAMPTZ(3);
-- A daily job looks for those who turn 18.
CREATE INDEX "personal_details_date_of_birth_idx" ON "personal_details"("date_of_birth");
