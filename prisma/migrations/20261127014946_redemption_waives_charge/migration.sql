-- AlterTable
ALTER TABLE "redemptions" ADD COLUMN     "waives_charge" BOOLEAN NOT NULL DEFAULT false;
