-- AlterEnum
ALTER TYPE "proposal_kind" ADD VALUE 'plan_publication';
