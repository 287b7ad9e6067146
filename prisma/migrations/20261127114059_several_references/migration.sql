-- AlterEnum
ALTER TYPE "proposed_by" ADD VALUE 'several';
