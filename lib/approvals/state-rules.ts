import { defineTransitions } from "@/lib/transitions";

/** The states of a proposal (ADR 28). A pending proposal is decided, or ends without a decision, exactly once. */
export const proposalTransitions = defineTransitions({
  pending: ["confirmed", "declined", "expired", "withdrawn", "superseded", "failed"],
  confirmed: [],
  declined: [],
  expired: [],
  withdrawn: [],
  superseded: [],
  failed: [],
});
