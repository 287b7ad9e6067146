-- AlterTable
ALTER TABLE "screening_hits" ADD COLUMN     "answers" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "date_of_birth" DATE;

-- AlterTable
ALTER TABLE "screenings" ADD COLUMN     "near" JSONB;

-- AlterTable
ALTER TABLE "watchlist_names" ADD COLUMN     "canonical" TEXT;

-- AlterTable
ALTER TABLE "watchlists" ADD COLUMN     "rules" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "watchlist_names_canonical_trgm" ON "watchlist_names" USING GIN ("canonical" gin_trgm_ops);

-- Finds a listed name among additional names, as watchlist_names_words does.
CREATE INDEX watchlist_names_canonical_words ON watchlist_names USING gin (string_to_array(canonical, ' '));
