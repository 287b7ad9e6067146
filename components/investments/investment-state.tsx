import { StatusBadge } from "@/components/ui/badge";
import { states, type InvestmentState } from "@/lib/investments/rules";
import { stateTones } from "./investment-words";

export const InvestmentStateBadge = ({ state }: { state: InvestmentState }) => (
  <StatusBadge tone={stateTones[state]}>{states[state].label}</StatusBadge>
);
