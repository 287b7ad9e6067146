import { PlanCard } from "@/components/plans/plan-card";
import { LinkButton } from "@/components/ui/link-button";
import type { PlanDto } from "@/lib/plans/dto";
import { paths } from "@/lib/routes/paths";
import { Section } from "./section";

/** A few plans as they are in the list of plans. */
export function PlansTeaser({ plans }: { plans: readonly PlanDto[] }) {
  if (plans.length === 0) return null;
  return (
    <Section
      id="plans"
      title="Investment plans you can compare"
      intro="Every plan answers the same five questions in the same order."
    >
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </div>
      <LinkButton href={paths.plans()} variant="secondary" className="mt-8">
        See investment plans
      </LinkButton>
    </Section>
  );
}
