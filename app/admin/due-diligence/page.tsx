import type { Metadata } from "next";
import { DueDiligenceList } from "@/components/admin/due-diligence/due-diligence-list";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Due diligence" };

export default async function DueDiligenceFormsPage() {
  await requireViewer(paths.adminDueDiligence());
  return <DueDiligenceList />;
}
