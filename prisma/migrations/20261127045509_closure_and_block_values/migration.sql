-- AlterEnum
ALTER TYPE "proposal_kind" ADD VALUE 'account_reopening';

-- AlterEnum
ALTER TYPE "proposal_kind" ADD VALUE 'block_lift';
