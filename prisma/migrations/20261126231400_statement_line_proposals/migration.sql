-- AlterEnum
ALTER TYPE "proposal_kind" ADD VALUE 'line_match';
ALTER TYPE "proposal_kind" ADD VALUE 'firm_transfer';
