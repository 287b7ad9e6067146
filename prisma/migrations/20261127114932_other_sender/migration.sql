-- AlterEnum
ALTER TYPE "proposed_by" ADD VALUE 'other_sender';
