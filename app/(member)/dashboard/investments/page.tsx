import { ChartLine } from "lucide-react";
import type { Metadata } from "next";
import { PlanGrid } from "@/components/plans/plan-card";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeading } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { requireUser } from "@/app/page-access";
import { listOpenPlans } from "@/lib/investing/plans/queries";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Investments" };

export default async function DashboardInvestmentsPage() {
  await requireUser(paths.dashboardInvestments());
  const plans = await listOpenPlans();
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title="Investments">Your investments, and the plans you can choose from.</PageHeading>
      <EmptyState
        icon={<ChartLine className="size-6" />}
        title="No investments yet"
        action={<LinkButton href={paths.contact()}>Talk to an advisor</LinkButton>}
      >
        Compare the plans below. If you have questions before you invest, ask an advisor.
      </EmptyState>
      {plans.length > 0 && (
        <section aria-labelledby="plans">
          <h2 id="plans" className="mb-4 text-lg font-semibold">
            Available plans
          </h2>
          <PlanGrid plans={plans} className="grid-cols-1 gap-4 lg:grid-cols-2 xl:grid-cols-3" />
        </section>
      )}
    </div>
  );
}
