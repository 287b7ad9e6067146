import type { Metadata } from "next";
import { Approvals } from "@/components/admin/approvals/approvals";
import { listProposals } from "@/lib/proposals/queries";
import { listRules } from "@/lib/proposals/rules";
import { listRequirements } from "@/lib/review/requirements";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Second Approvals" };

export default async function ApprovalsPage() {
  const viewer = await requireViewer(paths.adminApprovals());
  const [proposals, rules, requirements] = await Promise.all([
    listProposals(viewer),
    listRules(viewer),
    listRequirements(viewer),
  ]);
  return <Approvals ownId={viewer.userId} proposals={proposals} rules={rules} requirements={requirements} />;
}
