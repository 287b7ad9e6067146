-- AlterTable
ALTER TABLE "submissions" ADD COLUMN     "late_mailed_for" TIMESTAMPTZ(3),
ADD COLUMN     "late_raised_for" TIMESTAMPTZ(3);
