-- AlterEnum
ALTER TYPE "investment_state" ADD VALUE 'ended';

-- AlterEnum
ALTER TYPE "proposal_kind" ADD VALUE 'investment_end';
