-- The tables of prisma/schema, as Prisma writes them (npm run migrate:new), after the extension that an index of theirs needs.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateEnum
CREATE TYPE "requirement_name" AS ENUM ('second_approval', 'guardian_consent');

-- CreateEnum
CREATE TYPE "proposal_kind" AS ENUM ('deletion', 'role_change', 'new_administrator', 'approval', 'second_approval_off');

-- CreateEnum
CREATE TYPE "proposal_state" AS ENUM ('pending', 'confirmed', 'declined', 'expired', 'withdrawn', 'superseded', 'failed');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('none', 'startup', 'investor', 'admin');

-- CreateEnum
CREATE TYPE "investor_type" AS ENUM ('none', 'personal', 'corporate');

-- CreateEnum
CREATE TYPE "verification_status" AS ENUM ('pending', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "profile_field" AS ENUM ('name', 'phone');

-- CreateEnum
CREATE TYPE "submission_kind" AS ENUM ('individual', 'corporate');

-- CreateEnum
CREATE TYPE "submission_state" AS ENUM ('draft', 'pending', 'approved', 'rejected', 'superseded');

-- CreateEnum
CREATE TYPE "review_queue" AS ENUM ('startup', 'personal', 'corporate');

-- CreateEnum
CREATE TYPE "identity_check_kind" AS ENUM ('nin', 'bvn', 'account', 'company');

-- CreateEnum
CREATE TYPE "identity_provider" AS ENUM ('manual', 'sandbox', 'dojah');

-- CreateEnum
CREATE TYPE "identity_check_state" AS ENUM ('waiting', 'answered', 'failed');

-- CreateEnum
CREATE TYPE "identity_check_outcome" AS ENUM ('matches', 'differs', 'not_found');

-- CreateEnum
CREATE TYPE "identity_check_failure" AS ENUM ('no_answer', 'rejected', 'configuration');

-- CreateEnum
CREATE TYPE "duplicate_verdict" AS ENUM ('same_person', 'household', 'coincidence');

-- CreateEnum
CREATE TYPE "document_name" AS ENUM ('idDocument', 'passportPhoto', 'utilityBill', 'certificateOfIncorporation', 'memorandumAndArticles', 'tinCertificate', 'logo', 'signatoryIdDocument');

-- CreateEnum
CREATE TYPE "watchlist_source" AS ENUM ('un', 'ofac', 'pep');

-- CreateEnum
CREATE TYPE "watchlist_kind" AS ENUM ('person', 'entity');

-- CreateEnum
CREATE TYPE "screening_party" AS ENUM ('applicant', 'account', 'company', 'signatory', 'account_holder');

-- CreateEnum
CREATE TYPE "screening_state" AS ENUM ('open', 'cleared', 'confirmed');

-- CreateTable
CREATE TABLE "audit_events" (
    "seq" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "target_id" UUID,
    "data" JSONB NOT NULL,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "audit_notes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "data_key" TEXT NOT NULL,
    "note_cipher" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_outbox" (
    "id" UUID NOT NULL,
    "template" TEXT NOT NULL,
    "user_id" UUID,
    "data_key" TEXT,
    "body_cipher" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "carousel_items" (
    "id" UUID NOT NULL,
    "title" TEXT,
    "description" TEXT,
    "image" TEXT NOT NULL,
    "link" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "carousel_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plans" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "minimum_kobo" BIGINT NOT NULL,
    "tenor_months" INTEGER NOT NULL,
    "target_return_low" INTEGER NOT NULL,
    "target_return_high" INTEGER NOT NULL,
    "risk" TEXT NOT NULL,
    "payout" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "retained_records" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,
    "keep_until" TIMESTAMPTZ(3) NOT NULL,
    "outcome" "verification_status" NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "retention_key" TEXT NOT NULL,
    "reason_cipher" TEXT NOT NULL,
    "body_cipher" TEXT NOT NULL,
    "indexes" TEXT[],

    CONSTRAINT "retained_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "requirements" (
    "requirement" "requirement_name" NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "switched_on_by_id" UUID NOT NULL,

    CONSTRAINT "requirements_pkey" PRIMARY KEY ("requirement")
);

-- CreateTable
CREATE TABLE "proposals" (
    "id" UUID NOT NULL,
    "kind" "proposal_kind" NOT NULL,
    "subject" TEXT NOT NULL,
    "target_id" UUID,
    "data_key" TEXT,
    "payload_cipher" TEXT,
    "proposed_by_id" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" "proposal_state" NOT NULL DEFAULT 'pending',
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "proposals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified_at" TIMESTAMPTZ(3),
    "name" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "password_hash" TEXT,
    "password_contested" BOOLEAN NOT NULL DEFAULT false,
    "role" "role" NOT NULL DEFAULT 'none',
    "is_super" BOOLEAN NOT NULL DEFAULT false,
    "investor_type" "investor_type" NOT NULL DEFAULT 'none',
    "status" "verification_status" NOT NULL DEFAULT 'pending',
    "submitted_at" TIMESTAMPTZ(3),
    "reviewed_at" TIMESTAMPTZ(3),
    "reviewed_by_id" UUID,
    "current_submission_id" UUID,
    "two_step_since" TIMESTAMPTZ(3),
    "password_is_temporary" BOOLEAN NOT NULL DEFAULT false,
    "credentials_version" INTEGER NOT NULL DEFAULT 0,
    "password_reset_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "search_text" TEXT NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "proved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "refresh_counter" INTEGER NOT NULL DEFAULT 0,
    "parent_counter" INTEGER NOT NULL DEFAULT -1,
    "rotated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rotated_by" TEXT NOT NULL DEFAULT '',
    "repeated_counter" INTEGER NOT NULL DEFAULT -1,
    "user_agent" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "known_devices" (
    "user_id" UUID NOT NULL,
    "device_hash" TEXT NOT NULL,
    "browser_hash" TEXT,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("user_id","device_hash")
);

-- CreateTable
CREATE TABLE "profile_changes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "field" "profile_field" NOT NULL,
    "before" TEXT NOT NULL,
    "after" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "confirmed_by_id" UUID,

    CONSTRAINT "profile_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "security_events" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,

    CONSTRAINT "security_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_codes" (
    "user_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_codes_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "email_requests" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "two_steps" (
    "user_id" UUID NOT NULL,
    "data_key" TEXT NOT NULL,
    "secret_cipher" TEXT NOT NULL,
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "two_steps_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- CreateTable
CREATE TABLE "data_archives" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "stop_token_hash" TEXT NOT NULL,
    "stopped_at" TIMESTAMPTZ(3),
    "file_id" UUID,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_archives_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "in_flight" INTEGER NOT NULL DEFAULT 0,
    "in_flight_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "user_count_deltas" (
    "id" BIGSERIAL NOT NULL,
    "role" "role" NOT NULL,
    "status" "verification_status" NOT NULL,
    "submitted" BOOLEAN NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "delta" INTEGER NOT NULL,

    CONSTRAINT "user_count_deltas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submissions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "submission_kind" NOT NULL,
    "state" "submission_state" NOT NULL DEFAULT 'draft',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),
    "queue" "review_queue",
    "due_at" TIMESTAMPTZ(3),
    "adult_asked_at" TIMESTAMPTZ(3),
    "check_consent" TEXT,
    "reviewed_at" TIMESTAMPTZ(3),
    "reviewed_by_id" UUID,
    "changes_requested" BOOLEAN NOT NULL DEFAULT false,
    "claimed_by_id" UUID,
    "claimed_at" TIMESTAMPTZ(3),
    "claim_active_at" TIMESTAMPTZ(3),
    "marks" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "submissions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "part_reviews" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "part" TEXT NOT NULL,
    "reason" TEXT,
    "data_key" TEXT,
    "note_cipher" TEXT,
    "reviewed_by_id" UUID,
    "reviewed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "part_reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "decisions" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "submission_id" UUID,
    "status" "verification_status" NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by_id" UUID,
    "data_key" TEXT,
    "note_cipher" TEXT,
    "queue" "review_queue",
    "business_days" INTEGER,
    "round" INTEGER,

    CONSTRAINT "decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "guardian_requests" (
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "declined_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),
    "submission_id" UUID,

    CONSTRAINT "guardian_requests_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
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

    CONSTRAINT "guardians_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "identity_checks" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "kind" "identity_check_kind" NOT NULL,
    "ordinal" INTEGER,
    "provider" "identity_provider" NOT NULL,
    "state" "identity_check_state" NOT NULL,
    "outcome" "identity_check_outcome",
    "failure" "identity_check_failure",
    "data_key" TEXT,
    "answer_cipher" TEXT,
    "consent" TEXT,
    "asked_by_id" UUID,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "cost_kobo" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "identity_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identity_call_totals" (
    "day" DATE NOT NULL,
    "provider" "identity_provider" NOT NULL,
    "kind" "identity_check_kind" NOT NULL,
    "calls" INTEGER NOT NULL,
    "cost_kobo" INTEGER NOT NULL,

    CONSTRAINT "identity_call_totals_pkey" PRIMARY KEY ("day","provider","kind")
);

-- CreateTable
CREATE TABLE "duplicate_decisions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "other_id" UUID,
    "record_id" UUID,
    "verdict" "duplicate_verdict" NOT NULL,
    "links" TEXT[],
    "goes_on_id" UUID,
    "data_key" TEXT,
    "note_cipher" TEXT,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "duplicate_decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "holidays" (
    "date" DATE NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "holidays_pkey" PRIMARY KEY ("date")
);

-- CreateTable
CREATE TABLE "review_deadlines" (
    "queue" "review_queue" NOT NULL,
    "business_days" INTEGER NOT NULL,

    CONSTRAINT "review_deadlines_pkey" PRIMARY KEY ("queue")
);

-- CreateTable
CREATE TABLE "personal_details" (
    "submission_id" UUID NOT NULL,
    "first_name" TEXT NOT NULL,
    "surname" TEXT NOT NULL,
    "phone_number" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "age_bracket" TEXT,
    "date_of_birth" DATE NOT NULL,
    "state_of_residence" TEXT NOT NULL,
    "local_government" TEXT NOT NULL,
    "local_government_other" TEXT,
    "residential_address" TEXT NOT NULL,
    "person_key" TEXT,
    "data_key" TEXT NOT NULL,
    "nin_cipher" TEXT NOT NULL,
    "nin_index" TEXT NOT NULL,

    CONSTRAINT "personal_details_pkey" PRIMARY KEY ("submission_id")
);

-- CreateTable
CREATE TABLE "next_of_kin" (
    "submission_id" UUID NOT NULL,
    "full_name" TEXT NOT NULL,
    "relationship" TEXT NOT NULL,
    "relationship_other" TEXT,
    "phone_number" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "residential_address" TEXT NOT NULL,

    CONSTRAINT "next_of_kin_pkey" PRIMARY KEY ("submission_id")
);

-- CreateTable
CREATE TABLE "bank_details" (
    "submission_id" UUID NOT NULL,
    "account_name" TEXT NOT NULL,
    "bank_name" TEXT NOT NULL,
    "account_type" TEXT NOT NULL,
    "account_type_other" TEXT,
    "data_key" TEXT NOT NULL,
    "account_number_cipher" TEXT NOT NULL,
    "account_number_index" TEXT NOT NULL,
    "bvn_cipher" TEXT NOT NULL,
    "bvn_index" TEXT NOT NULL,

    CONSTRAINT "bank_details_pkey" PRIMARY KEY ("submission_id")
);

-- CreateTable
CREATE TABLE "companies" (
    "submission_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "incorporation_number" TEXT NOT NULL,
    "date_of_incorporation" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "local_government" TEXT NOT NULL,
    "local_government_other" TEXT,
    "phone" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "referral_officer" TEXT,
    "referral_contact" TEXT,

    CONSTRAINT "companies_pkey" PRIMARY KEY ("submission_id")
);

-- CreateTable
CREATE TABLE "signatories" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "full_name" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "phone_number" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "data_key" TEXT NOT NULL,
    "bvn_cipher" TEXT NOT NULL,
    "bvn_index" TEXT NOT NULL,

    CONSTRAINT "signatories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "documents" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "signatory_id" UUID,
    "name" "document_name" NOT NULL,
    "file_id" UUID NOT NULL,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "files" (
    "id" UUID NOT NULL,
    "owner_id" UUID,
    "storage" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "data_key" TEXT,
    "sealed_sha256" TEXT,
    "original_name" TEXT NOT NULL,
    "original_id" UUID,
    "signatures" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attached_at" TIMESTAMPTZ(3),

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "form_drafts" (
    "user_id" UUID NOT NULL,
    "kind" "submission_kind" NOT NULL,
    "data_key" TEXT NOT NULL,
    "body_cipher" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "form_drafts_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "draft_files" (
    "user_id" UUID NOT NULL,
    "field" TEXT NOT NULL,
    "file_id" UUID NOT NULL,

    CONSTRAINT "draft_files_pkey" PRIMARY KEY ("user_id","field")
);

-- CreateTable
CREATE TABLE "watchlists" (
    "id" UUID NOT NULL,
    "source" "watchlist_source" NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER,
    "version" TEXT NOT NULL,
    "published_on" DATE NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "entry_count" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "watchlists_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "watchlist_entries" (
    "id" UUID NOT NULL,
    "watchlist_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "kind" "watchlist_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "programme" TEXT NOT NULL,
    "births" TEXT[],

    CONSTRAINT "watchlist_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "watchlist_names" (
    "id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "normalized" TEXT NOT NULL,
    "is_weak" BOOLEAN NOT NULL,

    CONSTRAINT "watchlist_names_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "screenings" (
    "user_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "screened_at" TIMESTAMPTZ(3),

    CONSTRAINT "screenings_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "screening_hits" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "source" "watchlist_source" NOT NULL,
    "external_id" TEXT NOT NULL,
    "party" "screening_party" NOT NULL,
    "name" TEXT NOT NULL,
    "normalized" TEXT NOT NULL,
    "entry_name" TEXT NOT NULL,
    "programme" TEXT NOT NULL,
    "matched_name" TEXT NOT NULL,
    "births" TEXT[],
    "score" INTEGER NOT NULL,
    "explanation" TEXT NOT NULL,
    "basis" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "alerted_at" TIMESTAMPTZ(3),
    "state" "screening_state" NOT NULL DEFAULT 'open',
    "reason" TEXT,
    "data_key" TEXT,
    "note_cipher" TEXT,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "screening_hits_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_events_id_key" ON "audit_events"("id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_events_hash_key" ON "audit_events"("hash");

-- CreateIndex
CREATE INDEX "audit_events_target_id_seq_idx" ON "audit_events"("target_id", "seq");

-- CreateIndex
CREATE INDEX "audit_events_actor_id_seq_idx" ON "audit_events"("actor_id", "seq");

-- CreateIndex
CREATE INDEX "audit_notes_user_id_idx" ON "audit_notes"("user_id");

-- CreateIndex
CREATE INDEX "mail_outbox_user_id_idx" ON "mail_outbox"("user_id");

-- CreateIndex
CREATE INDEX "carousel_items_position_created_at_idx" ON "carousel_items"("position", "created_at");

-- CreateIndex
CREATE INDEX "plans_position_idx" ON "plans"("position");

-- CreateIndex
CREATE INDEX "retained_records_erased_at_idx" ON "retained_records"("erased_at" DESC);

-- CreateIndex
CREATE INDEX "retained_records_keep_until_idx" ON "retained_records"("keep_until");

-- CreateIndex
CREATE INDEX "retained_records_indexes_idx" ON "retained_records" USING GIN ("indexes");

-- CreateIndex
CREATE INDEX "proposals_state_proposed_at_idx" ON "proposals"("state", "proposed_at" DESC);

-- CreateIndex
CREATE INDEX "proposals_target_id_idx" ON "proposals"("target_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_current_submission_id_key" ON "users"("current_submission_id");

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "users_role_status_created_at_id_idx" ON "users"("role", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "users_status_created_at_id_idx" ON "users"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "users_reviewed_by_id_idx" ON "users"("reviewed_by_id");

-- CreateIndex
CREATE INDEX "users_search_text_trgm" ON "users" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "sessions_user_id_created_at_idx" ON "sessions"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "known_devices_browser_hash_idx" ON "known_devices"("browser_hash");

-- CreateIndex
CREATE INDEX "profile_changes_user_id_changed_at_idx" ON "profile_changes"("user_id", "changed_at" DESC);

-- CreateIndex
CREATE INDEX "profile_changes_field_confirmed_at_changed_at_idx" ON "profile_changes"("field", "confirmed_at", "changed_at");

-- CreateIndex
CREATE INDEX "security_events_user_id_at_idx" ON "security_events"("user_id", "at" DESC);

-- CreateIndex
CREATE INDEX "security_events_at_idx" ON "security_events"("at");

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "data_archives_stop_token_hash_key" ON "data_archives"("stop_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "data_archives_file_id_key" ON "data_archives"("file_id");

-- CreateIndex
CREATE INDEX "data_archives_user_id_requested_at_idx" ON "data_archives"("user_id", "requested_at" DESC);

-- CreateIndex
CREATE INDEX "rate_limits_expires_at_idx" ON "rate_limits"("expires_at");

-- CreateIndex
CREATE INDEX "submissions_user_id_created_at_idx" ON "submissions"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "submissions_reviewed_by_id_idx" ON "submissions"("reviewed_by_id");

-- CreateIndex
CREATE INDEX "part_reviews_reviewed_by_id_idx" ON "part_reviews"("reviewed_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "part_reviews_submission_id_part_key" ON "part_reviews"("submission_id", "part");

-- CreateIndex
CREATE INDEX "decisions_submission_id_decided_at_idx" ON "decisions"("submission_id", "decided_at" DESC);

-- CreateIndex
CREATE INDEX "decisions_user_id_idx" ON "decisions"("user_id");

-- CreateIndex
CREATE INDEX "decisions_decided_by_id_idx" ON "decisions"("decided_by_id");

-- CreateIndex
CREATE INDEX "decisions_decided_at_idx" ON "decisions"("decided_at");

-- CreateIndex
CREATE UNIQUE INDEX "guardian_requests_token_hash_key" ON "guardian_requests"("token_hash");

-- CreateIndex
CREATE INDEX "guardian_requests_submission_id_idx" ON "guardian_requests"("submission_id");

-- CreateIndex
CREATE INDEX "guardians_nin_index_idx" ON "guardians"("nin_index");

-- CreateIndex
CREATE INDEX "identity_checks_submission_id_asked_at_idx" ON "identity_checks"("submission_id", "asked_at" DESC);

-- CreateIndex
CREATE INDEX "identity_checks_asked_by_id_idx" ON "identity_checks"("asked_by_id");

-- CreateIndex
CREATE INDEX "duplicate_decisions_other_id_idx" ON "duplicate_decisions"("other_id");

-- CreateIndex
CREATE INDEX "duplicate_decisions_record_id_idx" ON "duplicate_decisions"("record_id");

-- CreateIndex
CREATE INDEX "duplicate_decisions_decided_by_id_idx" ON "duplicate_decisions"("decided_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "duplicate_decisions_user_id_other_id_key" ON "duplicate_decisions"("user_id", "other_id");

-- CreateIndex
CREATE UNIQUE INDEX "duplicate_decisions_user_id_record_id_key" ON "duplicate_decisions"("user_id", "record_id");

-- CreateIndex
CREATE INDEX "personal_details_nin_index_idx" ON "personal_details"("nin_index");

-- CreateIndex
CREATE INDEX "personal_details_date_of_birth_idx" ON "personal_details"("date_of_birth");

-- CreateIndex
CREATE INDEX "personal_details_person_key_idx" ON "personal_details" USING HASH ("person_key");

-- CreateIndex
CREATE INDEX "bank_details_account_number_index_idx" ON "bank_details"("account_number_index");

-- CreateIndex
CREATE INDEX "bank_details_bvn_index_idx" ON "bank_details"("bvn_index");

-- CreateIndex
CREATE INDEX "signatories_bvn_index_idx" ON "signatories"("bvn_index");

-- CreateIndex
CREATE UNIQUE INDEX "signatories_submission_id_ordinal_key" ON "signatories"("submission_id", "ordinal");

-- CreateIndex
CREATE INDEX "documents_submission_id_idx" ON "documents"("submission_id");

-- CreateIndex
CREATE INDEX "documents_file_id_idx" ON "documents"("file_id");

-- CreateIndex
CREATE UNIQUE INDEX "files_storage_key_key" ON "files"("storage_key");

-- CreateIndex
CREATE UNIQUE INDEX "files_original_id_key" ON "files"("original_id");

-- CreateIndex
CREATE INDEX "files_owner_id_created_at_idx" ON "files"("owner_id", "created_at");

-- CreateIndex
CREATE INDEX "files_sha256_idx" ON "files"("sha256");

-- CreateIndex
CREATE UNIQUE INDEX "draft_files_file_id_key" ON "draft_files"("file_id");

-- CreateIndex
CREATE UNIQUE INDEX "watchlist_entries_watchlist_id_external_id_key" ON "watchlist_entries"("watchlist_id", "external_id");

-- CreateIndex
CREATE INDEX "watchlist_names_entry_id_idx" ON "watchlist_names"("entry_id");

-- CreateIndex
CREATE INDEX "watchlist_names_normalized_trgm" ON "watchlist_names" USING GIN ("normalized" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "screenings_revision_idx" ON "screenings"("revision");

-- CreateIndex
CREATE INDEX "screening_hits_decided_by_id_idx" ON "screening_hits"("decided_by_id");

-- AddForeignKey
ALTER TABLE "audit_notes" ADD CONSTRAINT "audit_notes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_current_submission_id_fkey" FOREIGN KEY ("current_submission_id") REFERENCES "submissions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_reviewed_by_id_fkey" FOREIGN KEY ("reviewed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "two_steps" ADD CONSTRAINT "two_steps_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_archives" ADD CONSTRAINT "data_archives_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_archives" ADD CONSTRAINT "data_archives_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_reviewed_by_id_fkey" FOREIGN KEY ("reviewed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_claimed_by_id_fkey" FOREIGN KEY ("claimed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "part_reviews" ADD CONSTRAINT "part_reviews_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "part_reviews" ADD CONSTRAINT "part_reviews_reviewed_by_id_fkey" FOREIGN KEY ("reviewed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guardian_requests" ADD CONSTRAINT "guardian_requests_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guardian_requests" ADD CONSTRAINT "guardian_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guardians" ADD CONSTRAINT "guardians_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_asked_by_id_fkey" FOREIGN KEY ("asked_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "duplicate_decisions" ADD CONSTRAINT "duplicate_decisions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "duplicate_decisions" ADD CONSTRAINT "duplicate_decisions_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "duplicate_decisions" ADD CONSTRAINT "duplicate_decisions_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "retained_records"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "duplicate_decisions" ADD CONSTRAINT "duplicate_decisions_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "personal_details" ADD CONSTRAINT "personal_details_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "next_of_kin" ADD CONSTRAINT "next_of_kin_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_details" ADD CONSTRAINT "bank_details_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "companies" ADD CONSTRAINT "companies_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signatories" ADD CONSTRAINT "signatories_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_signatory_id_fkey" FOREIGN KEY ("signatory_id") REFERENCES "signatories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_original_id_fkey" FOREIGN KEY ("original_id") REFERENCES "files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft_files" ADD CONSTRAINT "draft_files_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft_files" ADD CONSTRAINT "draft_files_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watchlist_entries" ADD CONSTRAINT "watchlist_entries_watchlist_id_fkey" FOREIGN KEY ("watchlist_id") REFERENCES "watchlists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watchlist_names" ADD CONSTRAINT "watchlist_names_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "watchlist_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "screenings" ADD CONSTRAINT "screenings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "screening_hits" ADD CONSTRAINT "screening_hits_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "screening_hits" ADD CONSTRAINT "screening_hits_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
