-- The file as it was uploaded is stored beside the safe copy that is shown. Files uploaded before have none.
ALTER TABLE "files" ADD COLUMN "original_id" UUID, ADD COLUMN "signatures" JSONB;
CREATE UNIQUE INDEX "files_original_id_key" ON "files"("original_id");
ALTER TABLE "files" ADD CONSTRAINT "files_original_id_fkey" FOREIGN KEY ("original_id") REFERENCES "files"("id") ON DELETE SET NULL ON UPDATE CASCADE;
