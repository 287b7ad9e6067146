-- In a migration of their own, because a transaction cannot use the values that it adds.
ALTER TYPE "proposal_kind" ADD VALUE 'money_undo';
ALTER TYPE "statement_line_state" ADD VALUE 'withdrawn';
