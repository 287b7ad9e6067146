import type { Metadata } from "next";
import * as z from "zod";
import { DeclaredReturns } from "@/components/admin/investments/declared-returns";
import { PlanEditor } from "@/components/admin/plans/plan-editor";
import { notFound } from "@/lib/errors";
import { listDeclarations } from "@/lib/investments/declared-returns";
import { getPlan } from "@/lib/plans/queries";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../../page-access";

export const metadata: Metadata = { title: "Plan" };

export default async function PlanPage({ params }: { params: Promise<{ planId: string }> }) {
  const { planId } = await params;
  await requireViewer(paths.adminPlan(planId));
  const id = z.uuid().safeParse(planId);
  if (!id.success) throw notFound();
  const [plan, declarations] = await Promise.all([getPlan(id.data), listDeclarations(id.data)]);
  const isDeclared = plan.published?.terms.return.kind === "declared";
  return (
    <div className="grid gap-6">
      <PlanEditor plan={plan} />
      {(isDeclared || declarations.waiting.length > 0 || declarations.declared.length > 0) && (
        <div className="mx-auto w-full max-w-3xl">
          <DeclaredReturns planId={plan._id} {...declarations} />
        </div>
      )}
    </div>
  );
}
