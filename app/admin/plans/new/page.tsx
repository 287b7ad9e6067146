import type { Metadata } from "next";
import { PlanEditor } from "@/components/admin/plans/plan-editor";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../../page-access";

export const metadata: Metadata = { title: "New plan" };

export default async function NewPlanPage() {
  await requireViewer(paths.adminNewPlan());
  return <PlanEditor plan={null} />;
}
