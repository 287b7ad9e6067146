import type { Metadata } from "next";
import { adminKeys } from "@/components/admin/keys";
import { PlanList } from "@/components/admin/plans/plan-list";
import { listAllPlans } from "@/lib/investing/plans/queries";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";
import { Prefetch } from "../prefetch";

export const metadata: Metadata = { title: "Plans" };

export default async function PlansPage() {
  await requireViewer(paths.adminPlans());
  return (
    <Prefetch queries={[{ queryKey: adminKeys.plans, queryFn: () => listAllPlans() }]}>
      <PlanList />
    </Prefetch>
  );
}
