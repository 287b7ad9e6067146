-- AlterEnum
ALTER TYPE "proposal_kind" ADD VALUE 'duty_change';
