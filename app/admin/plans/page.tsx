import type { Metadata } from "next";
import { TaxChanges } from "@/components/admin/investments/tax-changes";
import { adminKeys } from "@/components/admin/keys";
import { PlanList } from "@/components/admin/plans/plan-list";
import { lagosDay } from "@/lib/dates";
import { listTaxChanges } from "@/lib/investments/withholding-tax";
import { listAllPlans } from "@/lib/plans/queries";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";
import { Prefetch } from "../prefetch";

export const metadata: Metadata = { title: "Plans" };

export default async function PlansPage() {
  const { isSuper } = await requireViewer(paths.adminPlans());
  const changes = await listTaxChanges();
  return (
    <div className="grid gap-8">
      <Prefetch queries={[{ queryKey: adminKeys.plans, queryFn: () => listAllPlans() }]}>
        <PlanList />
      </Prefetch>
      <TaxChanges changes={changes} canChange={isSuper} today={lagosDay()} />
    </div>
  );
}
