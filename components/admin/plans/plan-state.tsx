import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { PlanState } from "@/lib/plans/schema";

const states: Record<PlanState, { tone: Tone; label: string }> = {
  draft: { tone: "warning", label: "Draft" },
  open: { tone: "success", label: "Open" },
  closed: { tone: "neutral", label: "Closed" },
};

export const PlanStateBadge = ({ state }: { state: PlanState }) => (
  <StatusBadge tone={states[state].tone}>{states[state].label}</StatusBadge>
);
