import { PlanCard } from "@/components/plans/plan-card";
import type { PlanDto } from "@/lib/plans/dto";

export function PlanList({ plans }: { plans: readonly PlanDto[] }) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} />
      ))}
    </div>
  );
}
