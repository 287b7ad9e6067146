import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { StatusBadge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { PlanDto } from "@/lib/plans/schema";
import { paths } from "@/lib/routes/paths";
import { planFacts } from "./plan-words";

/** Shows a plan in a list. The whole card links to the plan. */
function PlanCard({ plan }: { plan: PlanDto }) {
  const facts = planFacts(plan).filter(({ title }) => title !== "Payment frequency");
  return (
    <article className="group relative flex flex-col rounded-2xl border border-line bg-surface p-6 transition-colors duration-150 focus-within:border-accent hover:border-line-strong">
      <h3 className="text-xl leading-7 font-semibold">
        <Link
          href={paths.plan(plan.slug)}
          prefetch={false}
          className="outline-none after:absolute after:inset-0"
        >
          {plan.name}
        </Link>
      </h3>
      {!plan.isOpen && (
        <p className="mt-2">
          <StatusBadge tone="neutral">Closed to new investments</StatusBadge>
        </p>
      )}
      <p className="mt-2 leading-7 text-muted">{plan.summary}</p>
      <dl className="mt-6 grid grid-cols-[auto_auto] gap-x-4 gap-y-4 border-t border-line pt-5">
        {facts.map(({ title, text }) => (
          <div key={title}>
            <dt className="text-sm text-muted">{title}</dt>
            <dd className="mt-0.5 text-[0.9375rem] font-medium figures">{text}</dd>
          </div>
        ))}
      </dl>
      <span
        aria-hidden
        className="mt-auto flex items-center gap-1.5 pt-6 text-[0.9375rem] font-medium text-accent"
      >
        View plan
        <ArrowRight className="size-4 transition-transform group-hover:translate-x-0.5" />
      </span>
    </article>
  );
}

export const PlanGrid = ({ plans, className }: { plans: readonly PlanDto[]; className?: string }) => (
  <div className={cn("grid gap-5 sm:grid-cols-2 lg:grid-cols-3", className)}>
    {plans.map((plan) => (
      <PlanCard key={plan.slug} plan={plan} />
    ))}
  </div>
);
