-- The baseline: all tables as Prisma writes them from prisma/schema, and what Prisma cannot express but is no guard: functions that indexes
-- and columns use, hand-written indexes, the first rows. Triggers, CHECK constraints and views are in prisma/guards.

-- Functions of indexes and generated columns -----------------------------------------
-- A change of one of these changes what is stored, so it needs a migration that also rebuilds the indexes and columns.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A phone number without country code and leading zero, like nationalNumber in lib/phone.ts: it may begin with both 234 and 0.
CREATE FUNCTION national_number(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(phone, '^0{0,2}(234)?0?(?=[0-9]{10}$)', '')
$$;

-- The mailbox that an address reaches, like mailboxOf in lib/onboarding/link-facts.ts: without a tag, and at Gmail without dots.
CREATE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN lower(email) ~ '@g(oogle)?mail\.com$'
    THEN replace(regexp_replace(lower(email), '(\+[^@]*)?@.*$', ''), '.', '') || '@gmail.com'
    ELSE regexp_replace(lower(email), '\+[^@]*@', '@') END
$$;

-- A registration number like companyNumber in lib/onboarding/link-facts.ts: its kind, by default RC, and its digits.
CREATE FUNCTION company_number(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(substring(upper(number) FROM '^[^A-Z0-9]*(BN|IT|LLP|LP)'), 'RC')
    || nullif(ltrim(regexp_replace(number, '[^0-9]', '', 'g'), '0'), '')
$$;

-- The searchable form of a text, without accents, like foldText in lib/text.ts. Reserved characters of LIKE stay as they are.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(translate(
    lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g')),
    'ƁɓƊɗƘƙƳƴ’‘ʼʻ`', 'bbddkkyy'''''''''''), ' +', ' ', 'g')
$$;

-- Tables -----------------------------------------------------------------------------

-- CreateEnum
CREATE TYPE "plan_state" AS ENUM ('draft', 'open', 'closed');

-- CreateEnum
CREATE TYPE "investment_state" AS ENUM ('requested', 'active', 'cancelled', 'expired', 'matured', 'redeemed');

-- CreateEnum
CREATE TYPE "reinvestment" AS ENUM ('nothing', 'principal', 'everything');

-- CreateEnum
CREATE TYPE "ledger_account_type" AS ENUM ('asset', 'liability', 'income', 'expense');

-- CreateEnum
CREATE TYPE "requirement_name" AS ENUM ('second_approval', 'guardian_consent');

-- CreateEnum
CREATE TYPE "proposal_kind" AS ENUM ('deletion', 'role_change', 'new_administrator', 'approval', 'second_approval_off', 'return_declaration');

-- CreateEnum
CREATE TYPE "proposal_state" AS ENUM ('pending', 'confirmed', 'declined', 'expired', 'withdrawn', 'superseded', 'failed');

-- CreateEnum
CREATE TYPE "statement_line_state" AS ENUM ('waiting', 'matched', 'returning', 'ignored');

-- CreateEnum
CREATE TYPE "proposed_by" AS ENUM ('reference', 'mistyped', 'name');

-- CreateEnum
CREATE TYPE "payout_batch_state" AS ENUM ('proposed', 'released', 'withdrawn');

-- CreateEnum
CREATE TYPE "payout_state" AS ENUM ('due', 'proposed', 'released', 'paid', 'returned', 'withdrawn');

-- CreateEnum
CREATE TYPE "payout_source" AS ENUM ('investment', 'receipt');

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
CREATE TABLE "plans" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "state" "plan_state" NOT NULL DEFAULT 'draft',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "position" INTEGER NOT NULL DEFAULT 0,
    "taken" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plan_versions" (
    "id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "risk" TEXT NOT NULL,
    "terms" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "plan_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "investments" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "plan_version_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "state" "investment_state" NOT NULL DEFAULT 'requested',
    "reference" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancel_until" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "terms_hash" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_on" DATE,
    "start_on" DATE,
    "maturity_on" DATE,
    "next_due_on" DATE,
    "waits_for" TEXT,
    "reinvest" "reinvestment" NOT NULL DEFAULT 'nothing',
    "reinvest_version_id" UUID,
    "reinvest_accepted_at" TIMESTAMPTZ(3),
    "renews_id" UUID,

    CONSTRAINT "investments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "redemptions" (
    "id" UUID NOT NULL,
    "investment_id" UUID NOT NULL,
    "on_day" DATE NOT NULL,
    "amount" BIGINT NOT NULL,
    "redeemed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "redemptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "return_declarations" (
    "plan_id" UUID NOT NULL,
    "month" TEXT NOT NULL,
    "rate" INTEGER NOT NULL,
    "declared_by_id" UUID NOT NULL,
    "confirmed_by_id" UUID NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "return_declarations_pkey" PRIMARY KEY ("plan_id","month")
);

-- CreateTable
CREATE TABLE "tax_changes" (
    "id" UUID NOT NULL,
    "from_day" DATE NOT NULL,
    "rate" INTEGER NOT NULL,
    "changed_by_id" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tax_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_accounts" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" "ledger_account_type" NOT NULL,
    "subject_id" UUID,
    "owner_id" UUID,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "count" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "on_day" DATE NOT NULL,
    "subject_id" UUID,
    "count" INTEGER NOT NULL,
    "reverses_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_postings" (
    "account_id" UUID NOT NULL,
    "ordinal" BIGINT NOT NULL,
    "entry_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "owner_id" UUID,

    CONSTRAINT "ledger_postings_pkey" PRIMARY KEY ("account_id","ordinal")
);

-- CreateTable
CREATE TABLE "ledger_total_deltas" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "ledger_total_deltas_pkey" PRIMARY KEY ("id")
);

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
CREATE TABLE "idempotency_keys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "data_key" TEXT NOT NULL,
    "answer_cipher" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "statement_imports" (
    "id" UUID NOT NULL,
    "imported_by" UUID NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "file_name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "added" INTEGER NOT NULL,

    CONSTRAINT "statement_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "statement_lines" (
    "id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "on_day" DATE NOT NULL,
    "amount" BIGINT NOT NULL,
    "bank_reference" TEXT NOT NULL,
    "data_key" TEXT NOT NULL,
    "narration_cipher" TEXT NOT NULL,
    "counterparty_cipher" TEXT NOT NULL,
    "note_cipher" TEXT,
    "state" "statement_line_state" NOT NULL DEFAULT 'waiting',
    "proposed_id" UUID,
    "proposed_by" "proposed_by",
    "hand_entry_id" UUID,
    "investment_ids" UUID[],
    "booked_as" TEXT,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "statement_lines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "csv_mappings" (
    "bank" TEXT NOT NULL,
    "mapping" JSONB NOT NULL,

    CONSTRAINT "csv_mappings_pkey" PRIMARY KEY ("bank")
);

-- CreateTable
CREATE TABLE "payout_batches" (
    "id" UUID NOT NULL,
    "state" "payout_batch_state" NOT NULL DEFAULT 'proposed',
    "count" INTEGER NOT NULL,
    "total" BIGINT NOT NULL,
    "proposed_by_id" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payouts" (
    "id" UUID NOT NULL,
    "batch_id" UUID,
    "source" "payout_source" NOT NULL,
    "state" "payout_state" NOT NULL,
    "amount" BIGINT NOT NULL,
    "reference" TEXT NOT NULL,
    "investment_id" UUID,
    "user_id" UUID,
    "line_id" UUID,
    "data_key" TEXT,
    "account_cipher" TEXT,
    "account_entered_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_on" DATE,

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("id")
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
    -- One text per user, with one trigram index (ADR 20). Prisma knows the column, but not that it is generated.
    "search_text" TEXT NOT NULL GENERATED ALWAYS AS (fold_text(' ' || "name" || E'\n ' || "email" || E'\n ' || "phone")) STORED,

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
CREATE UNIQUE INDEX "plans_slug_key" ON "plans"("slug");

-- CreateIndex
CREATE INDEX "plans_position_idx" ON "plans"("position");

-- CreateIndex
CREATE UNIQUE INDEX "plan_versions_plan_id_version_key" ON "plan_versions"("plan_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "investments_reference_key" ON "investments"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "investments_renews_id_key" ON "investments"("renews_id");

-- CreateIndex
CREATE INDEX "investments_user_id_id_idx" ON "investments"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "investments_state_id_idx" ON "investments"("state", "id" DESC);

-- CreateIndex
CREATE INDEX "investments_plan_version_id_idx" ON "investments"("plan_version_id");

-- CreateIndex
CREATE INDEX "investments_waits_for_next_due_on_idx" ON "investments"("waits_for", "next_due_on");

-- CreateIndex
CREATE INDEX "investments_reinvest_version_id_idx" ON "investments"("reinvest_version_id");

-- CreateIndex
CREATE INDEX "redemptions_investment_id_idx" ON "redemptions"("investment_id");

-- CreateIndex
CREATE INDEX "tax_changes_from_day_idx" ON "tax_changes"("from_day");

-- CreateIndex
CREATE INDEX "ledger_accounts_owner_id_idx" ON "ledger_accounts"("owner_id");

-- CreateIndex
-- The firm has one account of each name, which has no subject.
CREATE UNIQUE INDEX "ledger_accounts_name_subject_id_key" ON "ledger_accounts"("name", "subject_id") NULLS NOT DISTINCT;

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_key_key" ON "ledger_entries"("key");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_reverses_id_key" ON "ledger_entries"("reverses_id");

-- CreateIndex
CREATE INDEX "ledger_entries_subject_id_idx" ON "ledger_entries"("subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_postings_entry_id_account_id_key" ON "ledger_postings"("entry_id", "account_id");

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
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "idempotency_keys_user_id_key_key" ON "idempotency_keys"("user_id", "key");

-- CreateIndex
CREATE INDEX "carousel_items_position_created_at_idx" ON "carousel_items"("position", "created_at");

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
CREATE UNIQUE INDEX "statement_lines_key_key" ON "statement_lines"("key");

-- CreateIndex
CREATE UNIQUE INDEX "statement_lines_hand_entry_id_key" ON "statement_lines"("hand_entry_id");

-- CreateIndex
CREATE INDEX "statement_lines_state_id_idx" ON "statement_lines"("state", "id" DESC);

-- CreateIndex
CREATE INDEX "statement_lines_import_id_idx" ON "statement_lines"("import_id");

-- CreateIndex
CREATE INDEX "statement_lines_proposed_id_idx" ON "statement_lines"("proposed_id");

-- CreateIndex
CREATE INDEX "statement_lines_bank_reference_idx" ON "statement_lines"("bank_reference");

-- CreateIndex
CREATE INDEX "statement_lines_investment_ids_idx" ON "statement_lines" USING GIN ("investment_ids");

-- CreateIndex
CREATE INDEX "payout_batches_state_id_idx" ON "payout_batches"("state", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "payouts_reference_key" ON "payouts"("reference");

-- CreateIndex
CREATE INDEX "payouts_batch_id_id_idx" ON "payouts"("batch_id", "id");

-- CreateIndex
CREATE INDEX "payouts_state_amount_idx" ON "payouts"("state", "amount");

-- CreateIndex
CREATE INDEX "payouts_investment_id_idx" ON "payouts"("investment_id");

-- CreateIndex
CREATE INDEX "payouts_user_id_idx" ON "payouts"("user_id");

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
ALTER TABLE "plan_versions" ADD CONSTRAINT "plan_versions_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investments" ADD CONSTRAINT "investments_reinvest_version_id_fkey" FOREIGN KEY ("reinvest_version_id") REFERENCES "plan_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investments" ADD CONSTRAINT "investments_renews_id_fkey" FOREIGN KEY ("renews_id") REFERENCES "investments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investments" ADD CONSTRAINT "investments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investments" ADD CONSTRAINT "investments_plan_version_id_fkey" FOREIGN KEY ("plan_version_id") REFERENCES "plan_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_investment_id_fkey" FOREIGN KEY ("investment_id") REFERENCES "investments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "return_declarations" ADD CONSTRAINT "return_declarations_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reverses_id_fkey" FOREIGN KEY ("reverses_id") REFERENCES "ledger_entries"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "ledger_entries"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "audit_notes" ADD CONSTRAINT "audit_notes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "statement_imports"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_proposed_id_fkey" FOREIGN KEY ("proposed_id") REFERENCES "investments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "payout_batches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_investment_id_fkey" FOREIGN KEY ("investment_id") REFERENCES "investments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
-- The seed inserts users and their submissions in one transaction, in either order.
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE INITIALLY IMMEDIATE;

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

-- Hand-written indexes ---------------------------------------------------------------
-- Partial, on expressions, or with a method or option that Prisma does not know.

-- Users: lists of submitted users, and lookups of duplicates (ADR 30).
CREATE INDEX users_submitted_idx ON users (role, status, created_at DESC, id DESC) WHERE submitted_at IS NOT NULL;
CREATE INDEX users_national_number ON users (national_number(phone));
CREATE INDEX users_mailbox ON users (mailbox_of(email));
CREATE INDEX personal_details_national_number ON personal_details (national_number(phone_number));
CREATE INDEX personal_details_mailbox ON personal_details (mailbox_of(email));
CREATE INDEX companies_national_number ON companies (national_number(phone));
CREATE INDEX companies_mailbox ON companies (mailbox_of(email));
CREATE INDEX companies_company_number ON companies (company_number(incorporation_number));
CREATE INDEX next_of_kin_national_number ON next_of_kin (national_number(phone_number));
CREATE INDEX next_of_kin_mailbox ON next_of_kin (mailbox_of(email));
CREATE INDEX signatories_national_number ON signatories (national_number(phone_number));
CREATE INDEX signatories_mailbox ON signatories (mailbox_of(email));
CREATE INDEX guardians_national_number ON guardians (national_number(phone_number));
CREATE INDEX guardians_mailbox ON guardians (mailbox_of(email));

-- A user has at most one draft and at most one pending submission (threat 20).
CREATE UNIQUE INDEX submissions_one_draft ON submissions (user_id) WHERE state = 'draft';
CREATE UNIQUE INDEX submissions_one_pending ON submissions (user_id) WHERE state = 'pending';
-- The queue lists pending submissions in these orders.
CREATE INDEX submissions_waiting ON submissions (submitted_at, id) WHERE state = 'pending';
CREATE INDEX submissions_pending_due_at ON submissions (due_at, submitted_at, id) WHERE state = 'pending';
-- The queue is filtered by marks (ADR 34). Without fastupdate, because every search would also read the index's list of pending changes.
CREATE INDEX submissions_marks ON submissions USING gin (marks) WITH (fastupdate = off) WHERE state = 'pending';
CREATE INDEX submissions_changes_requested ON submissions (id) WHERE changes_requested AND state = 'rejected';
CREATE INDEX submissions_claimed ON submissions (claimed_by_id) WHERE claimed_by_id IS NOT NULL;

-- A submission has one document of each name, and each signatory has one.
CREATE UNIQUE INDEX documents_one_per_name ON documents (submission_id, name) WHERE signatory_id IS NULL;
CREATE UNIQUE INDEX documents_one_per_signatory ON documents (signatory_id) WHERE signatory_id IS NOT NULL;
-- A job deletes unattached files.
CREATE INDEX files_orphans ON files (created_at) WHERE attached_at IS NULL;

-- Figures about resubmissions.
CREATE INDEX decisions_second_round ON decisions (decided_at) WHERE round = 2;

-- An act has one pending proposal per subject (ADR 28).
CREATE UNIQUE INDEX proposals_one_pending ON proposals (kind, subject) WHERE state = 'pending';

-- When two reviewers request a check at the same time, one request is sent.
CREATE UNIQUE INDEX identity_checks_waiting ON identity_checks (submission_id, kind, coalesce(ordinal, -1)) WHERE state = 'waiting';

CREATE UNIQUE INDEX watchlists_one_active ON watchlists (source) WHERE active;
-- Finds a listed name among additional names, which leave too small a share of common trigrams.
CREATE INDEX watchlist_names_words ON watchlist_names USING gin (string_to_array(normalized, ' '));
-- A name is a hit of an entry once. By its hash, because a B-tree rejects values above 2,704 bytes and names can be longer.
CREATE UNIQUE INDEX screening_hits_one_per_name ON screening_hits (user_id, source, external_id, md5(normalized));
-- The queue is filtered by hits that are not cleared.
CREATE INDEX screening_hits_uncleared ON screening_hits (user_id) WHERE ended_at IS NULL AND state <> 'cleared';
-- A job counts the hits that no email has reported.
CREATE INDEX screening_hits_not_alerted ON screening_hits (user_id) WHERE state = 'open' AND alerted_at IS NULL;

-- Metrics count unsent mail.
CREATE INDEX mail_waiting ON mail_outbox (id) WHERE sent_at IS NULL AND failed_at IS NULL;
-- Reports of who read which personal data.
CREATE INDEX audit_events_reads ON audit_events (at, actor_id, target_id) WHERE action IN ('user.viewed', 'document.viewed');

-- The postings of an investor in order of their entries.
CREATE INDEX ledger_postings_owner ON ledger_postings (owner_id, entry_id, account_id) WHERE owner_id IS NOT NULL;
-- What is due to investors, however many investments there are.
CREATE INDEX ledger_accounts_due ON ledger_accounts (subject_id) WHERE name = 'due_to_investor' AND balance < 0;
-- Whether returns were posted from a day on, before the tax rate of that day is changed.
CREATE INDEX ledger_entries_returns ON ledger_entries (on_day) WHERE kind = 'return_due';

-- A plan has at most one unpublished version, which edits change.
CREATE UNIQUE INDEX plan_versions_unpublished ON plan_versions (plan_id) WHERE published_at IS NULL;
-- Lists the months to be declared by plan, without reading other investments.
CREATE INDEX investments_waiting ON investments (plan_version_id, waits_for) WHERE waits_for IS NOT NULL;

-- The next texts to be deleted by retention (ADR 15).
CREATE INDEX statement_lines_old ON statement_lines (decided_at) WHERE narration_cipher <> '';
CREATE INDEX payouts_old ON payouts (batch_id) WHERE account_cipher <> '' AND state IN ('paid', 'returned', 'withdrawn');

-- The amount due of an investment is proposed once at a time.
CREATE UNIQUE INDEX payouts_proposed_once ON payouts (investment_id) WHERE source = 'investment' AND state = 'proposed';
-- The surplus of a statement line is refunded once per investment, or once to an unknown sender; again only after that refund was withdrawn or
-- returned.
CREATE UNIQUE INDEX payouts_line_once ON payouts (line_id, investment_id) NULLS NOT DISTINCT
  WHERE line_id IS NOT NULL AND state NOT IN ('returned', 'withdrawn');

-- Settings ---------------------------------------------------------------------------

-- PostgreSQL's default is for spinning disks, and leads to sequential scans where an index is faster on an SSD. Skipped without the right to set it.
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database());
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'random_page_cost is left as it is';
END $$;

-- First rows -------------------------------------------------------------------------

-- Fixed dates are from the Public Holidays Act; Easter is computed. Eid-el-Fitr 2026 is as the Ministry of Interior declared it; other Islamic
-- holidays follow the Umm al-Qura calendar until they are declared. Administrators add those, and days in lieu.
INSERT INTO holidays (date, name) VALUES
    ('2026-01-01', 'New Year''s Day'),
    ('2026-03-19', 'Eid-el-Fitr'),
    ('2026-03-20', 'Eid-el-Fitr'),
    ('2026-04-03', 'Good Friday'),
    ('2026-04-06', 'Easter Monday'),
    ('2026-05-01', 'Workers'' Day'),
    ('2026-05-27', 'Eid-el-Kabir (expected)'),
    ('2026-05-28', 'Eid-el-Kabir (expected)'),
    ('2026-06-12', 'Democracy Day'),
    ('2026-08-25', 'Eid-el-Maulud (expected)'),
    ('2026-10-01', 'Independence Day'),
    ('2026-12-25', 'Christmas Day'),
    ('2026-12-26', 'Boxing Day'),
    ('2027-01-01', 'New Year''s Day'),
    ('2027-03-09', 'Eid-el-Fitr (expected)'),
    ('2027-03-10', 'Eid-el-Fitr (expected)'),
    ('2027-03-26', 'Good Friday'),
    ('2027-03-29', 'Easter Monday'),
    ('2027-05-01', 'Workers'' Day'),
    ('2027-05-16', 'Eid-el-Kabir (expected)'),
    ('2027-05-17', 'Eid-el-Kabir (expected)'),
    ('2027-06-12', 'Democracy Day'),
    ('2027-08-14', 'Eid-el-Maulud (expected)'),
    ('2027-10-01', 'Independence Day'),
    ('2027-12-25', 'Christmas Day'),
    ('2027-12-26', 'Boxing Day');
