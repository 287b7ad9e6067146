-- CreateEnum
CREATE TYPE "duty" AS ENUM ('administrator', 'reviewer', 'senior_reviewer', 'finance', 'compliance', 'auditor');

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "duty" "duty" NOT NULL DEFAULT 'administrator';
