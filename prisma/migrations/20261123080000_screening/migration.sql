-- Screening against lists of sanctions and politically exposed people (product 10.27, ADR 32).
CREATE TYPE "watchlist_source" AS ENUM ('un', 'ofac', 'pep');
CREATE TYPE "watchlist_kind" AS ENUM ('person', 'entity');
CREATE TYPE "screening_party" AS ENUM ('applicant', 'account', 'company', 'signatory');
CREATE TYPE "screening_state" AS ENUM ('open', 'cleared', 'confirmed');

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

    CONSTRAINT "watchlists_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "watchlists_active" CHECK (NOT "active" OR "revision" IS NOT NULL)
);
CREATE UNIQUE INDEX "watchlists_one_active" ON "watchlists"("source") WHERE "active";

CREATE TABLE "watchlist_entries" (
    "id" UUID NOT NULL,
    "watchlist_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "kind" "watchlist_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "programme" TEXT NOT NULL,
    "births" TEXT[],

    CONSTRAINT "watchlist_entries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "watchlist_entries_watchlist_id_fkey" FOREIGN KEY ("watchlist_id") REFERENCES "watchlists"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "watchlist_entries_watchlist_id_external_id_key" ON "watchlist_entries"("watchlist_id", "external_id");

CREATE TABLE "watchlist_names" (
    "id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "normalized" TEXT NOT NULL,
    "is_weak" BOOLEAN NOT NULL,

    CONSTRAINT "watchlist_names_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "watchlist_names_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "watchlist_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "watchlist_names_entry_id_idx" ON "watchlist_names"("entry_id");
-- A listed name among further ones, which make its trigrams too few.
CREATE INDEX "watchlist_names_words" ON "watchlist_names" USING GIN (string_to_array("normalized", ' '));
CREATE INDEX "watchlist_names_normalized_trgm" ON "watchlist_names" USING GIN ("normalized" gin_trgm_ops);

CREATE TABLE "screenings" (
    "user_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "screened_at" TIMESTAMPTZ(3),

    CONSTRAINT "screenings_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "screenings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "screenings_revision_idx" ON "screenings"("revision");
INSERT INTO "screenings" ("user_id") SELECT "id" FROM "users" WHERE "current_submission_id" IS NOT NULL;

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

    CONSTRAINT "screening_hits_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "screening_hits_decided" CHECK (("state" = 'open') = ("decided_at" IS NULL) AND ("state" = 'open') = ("reason" IS NULL)),
    CONSTRAINT "screening_hits_note" CHECK (("data_key" IS NULL) = ("note_cipher" IS NULL)),
    CONSTRAINT "screening_hits_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "screening_hits_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "screening_hits_user_id_source_external_id_normalized_key" ON "screening_hits"("user_id", "source", "external_id", "normalized");
CREATE INDEX "screening_hits_decided_by_id_idx" ON "screening_hits"("decided_by_id");
-- A job counts them.
CREATE INDEX "screening_hits_not_alerted" ON "screening_hits"("user_id") WHERE "state" = 'open' AND "alerted_at" IS NULL;

-- Who has a new current submission or name is screened again, whichever command changed it.
CREATE FUNCTION require_screening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO screenings (user_id) VALUES (NEW.id) ON CONFLICT (user_id) DO UPDATE SET revision = 0;
  RETURN NULL;
END $$;
CREATE TRIGGER users_screening_inserted AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.current_submission_id IS NOT NULL) EXECUTE FUNCTION require_screening();
CREATE TRIGGER users_screening_changed AFTER UPDATE OF current_submission_id, name ON users
  FOR EACH ROW WHEN (NEW.current_submission_id IS NOT NULL
    AND (NEW.current_submission_id, NEW.name) IS DISTINCT FROM (OLD.current_submission_id, OLD.name))
  EXECUTE FUNCTION require_screening();
