import type { DueDiligenceState } from "@/lib/due-diligence/schema";

/** The states of a form, as reviewers read them. */
export const stateLabels = {
  sent: "Waiting",
  changes_requested: "Changes asked",
  approved: "Approved",
} as const satisfies Record<DueDiligenceState, string>;

export const stateTones = {
  sent: "warning",
  changes_requested: "neutral",
  approved: "success",
} as const satisfies Record<DueDiligenceState, string>;
