-- CreateEnum
CREATE TYPE "upload_format" AS ENUM ('csv', 'xlsx');

-- CreateTable
CREATE TABLE "upload_templates" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "format" "upload_format" NOT NULL,
    "has_headings" BOOLEAN NOT NULL,
    "columns" JSONB NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "upload_templates_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "upload_templates_name_key" ON "upload_templates"("name");
