import type { Metadata } from "next";
import * as z from "zod";
import { PlanEditor } from "@/components/admin/plans/plan-editor";
import { notFound } from "@/lib/errors";
import { getPlan } from "@/lib/investing/plans/queries";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../../page-access";

export const metadata: Metadata = { title: "Plan" };

export default async function PlanPage({ params }: { params: Promise<{ planId: string }> }) {
  const { planId } = await params;
  await requireViewer(paths.adminPlan(planId));
  const id = z.uuid().safeParse(planId);
  if (!id.success) throw notFound();
  return <PlanEditor plan={await getPlan(id.data)} />;
}
