import { StatusBadge } from "@/components/ui/badge";
import { stateLabels, type InvestmentState } from "@/lib/investments/rules";
import { stateTones } from "./investment-words";

export const InvestmentStateBadge = ({ state }: { state: InvestmentState }) => (
  <StatusBadge tone={stateTones[state]}>{stateLabels[state]}</StatusBadge>
);
