-- AlterEnum
ALTER TYPE "proposal_kind" ADD VALUE 'tax_change';
