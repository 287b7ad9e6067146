-- AlterTable
ALTER TABLE "risk_ratings" ADD COLUMN     "override_factors" TEXT[] DEFAULT ARRAY[]::TEXT[];
