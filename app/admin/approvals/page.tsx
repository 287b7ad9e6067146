import type { Metadata } from "next";
import { Approvals } from "@/components/admin/approvals/approvals";
import { countVisibleProposals, listProposals } from "@/lib/approvals/queries";
import { listRequirements } from "@/lib/approvals/requirements";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Second Approvals" };

export default async function ApprovalsPage() {
  const viewer = await requireViewer(paths.adminApprovals());
  const [proposals, count, requirements] = await Promise.all([
    listProposals(viewer),
    countVisibleProposals(viewer),
    viewer.isSuper ? listRequirements(viewer) : null,
  ]);
  return <Approvals ownId={viewer.userId} proposals={proposals} count={count} requirements={requirements} />;
}
