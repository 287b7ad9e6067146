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

-- CreateIndex
CREATE UNIQUE INDEX "draft_files_file_id_key" ON "draft_files"("file_id");

-- AddForeignKey
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft_files" ADD CONSTRAINT "draft_files_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft_files" ADD CONSTRAINT "draft_files_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE CASCADE;
