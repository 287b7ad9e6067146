-- Private files are sealed under a data key of their own (ADR 6). Null for files stored before, and for public images.
ALTER TABLE "files" ADD COLUMN "data_key" TEXT, ADD COLUMN "sealed_sha256" TEXT;
