-- CreateEnum
CREATE TYPE "due_diligence_state" AS ENUM ('sent', 'changes_requested', 'approved');

-- CreateTable
CREATE TABLE "due_diligence" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "submission_kind" NOT NULL,
    "state" "due_diligence_state" NOT NULL DEFAULT 'sent',
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "data_key" TEXT NOT NULL,
    "tax_id_cipher" TEXT NOT NULL,
    "tax_id_index" TEXT NOT NULL,
    "occupation" TEXT,
    "source_of_funds" TEXT NOT NULL,
    "source_of_funds_other" TEXT,
    "source_details" TEXT NOT NULL,
    "expected_amount" BIGINT NOT NULL,
    "pep" TEXT NOT NULL,
    "pep_details" TEXT,
    "owners_total" INTEGER,
    "file_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,
    "reason_cipher" TEXT,

    CONSTRAINT "due_diligence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "due_diligence_owners" (
    "form_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "share" INTEGER,
    "date_of_birth" DATE,
    "country" TEXT NOT NULL,

    CONSTRAINT "due_diligence_owners_pkey" PRIMARY KEY ("form_id","ordinal")
);

-- CreateTable
CREATE TABLE "due_diligence_drafts" (
    "user_id" UUID NOT NULL,
    "data_key" TEXT NOT NULL,
    "body_cipher" TEXT NOT NULL,
    "file_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "due_diligence_drafts_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "due_diligence_user_id_sent_at_idx" ON "due_diligence"("user_id", "sent_at" DESC);

-- CreateIndex
CREATE INDEX "due_diligence_state_due_at_id_idx" ON "due_diligence"("state", "due_at", "id");

-- CreateIndex
CREATE INDEX "due_diligence_tax_id_index_idx" ON "due_diligence"("tax_id_index");

-- CreateIndex
CREATE INDEX "due_diligence_file_id_idx" ON "due_diligence"("file_id");

-- CreateIndex
CREATE INDEX "due_diligence_decided_by_id_idx" ON "due_diligence"("decided_by_id");

-- CreateIndex
CREATE INDEX "due_diligence_drafts_file_id_idx" ON "due_diligence_drafts"("file_id");

-- AddForeignKey
ALTER TABLE "due_diligence" ADD CONSTRAINT "due_diligence_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "due_diligence" ADD CONSTRAINT "due_diligence_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "due_diligence" ADD CONSTRAINT "due_diligence_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "due_diligence_owners" ADD CONSTRAINT "due_diligence_owners_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "due_diligence"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "due_diligence_drafts" ADD CONSTRAINT "due_diligence_drafts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "due_diligence_drafts" ADD CONSTRAINT "due_diligence_drafts_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- At most one form of a customer waits or is approved. Prisma cannot express a partial index.
CREATE UNIQUE INDEX "due_diligence_current" ON "due_diligence" ("user_id", "kind") WHERE state IN ('sent', 'approved');
