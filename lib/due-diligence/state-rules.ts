import { defineTransitions } from "@/lib/transitions";

/**
 * The states of a sent due diligence form (ADR 48). A returned form is sent again as a new version; an approved one can be returned later,
 * which blocks new investments until the next version is approved.
 */
export const dueDiligenceTransitions = defineTransitions({
  sent: ["approved", "changes_requested"],
  approved: ["changes_requested"],
  changes_requested: [],
});
