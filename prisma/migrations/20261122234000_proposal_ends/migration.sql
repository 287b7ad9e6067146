-- A proposal that ends without a decision says how: withdrawn by its proposer, superseded by another act, or failed at its confirmation.
ALTER TYPE "proposal_state" ADD VALUE 'withdrawn';
ALTER TYPE "proposal_state" ADD VALUE 'superseded';
ALTER TYPE "proposal_state" ADD VALUE 'failed';
