-- AlterEnum
ALTER TYPE "proposal_kind" ADD VALUE 'due_diligence';

-- AlterEnum
ALTER TYPE "screening_party" ADD VALUE 'owner';
