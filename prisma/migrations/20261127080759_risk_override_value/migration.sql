-- AlterEnum
ALTER TYPE "proposal_kind" ADD VALUE 'risk_override';
