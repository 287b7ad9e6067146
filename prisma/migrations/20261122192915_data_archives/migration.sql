-- CreateTable
CREATE TABLE "data_archives" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "stop_token_hash" TEXT NOT NULL,
    "stopped_at" TIMESTAMPTZ(3),
    "locked_until" TIMESTAMPTZ(3),
    "file_id" UUID,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_archives_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "data_archives_stop_token_hash_key" ON "data_archives"("stop_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "data_archives_file_id_key" ON "data_archives"("file_id");

-- CreateIndex
CREATE INDEX "data_archives_user_id_requested_at_idx" ON "data_archives"("user_id", "requested_at" DESC);

-- AddForeignKey
ALTER TABLE "data_archives" ADD CONSTRAINT "data_archives_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_archives" ADD CONSTRAINT "data_archives_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Archives are files of their own type, larger than the documents in them.
ALTER TABLE "files"
  DROP CONSTRAINT "files_type",
  DROP CONSTRAINT "files_size",
  ADD CONSTRAINT "files_type" CHECK ("content_type" IN ('application/pdf', 'image/jpeg', 'image/png', 'application/zip')),
  ADD CONSTRAINT "files_size" CHECK ("size" BETWEEN 1 AND CASE "content_type" WHEN 'application/zip' THEN 2147483647 ELSE 5242880 END);
