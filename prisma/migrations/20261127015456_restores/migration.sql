-- AlterTable
ALTER TABLE "statement_imports" ADD COLUMN     "last_on" DATE;

-- CreateTable
CREATE TABLE "restores" (
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "restores_pkey" PRIMARY KEY ("at")
);
