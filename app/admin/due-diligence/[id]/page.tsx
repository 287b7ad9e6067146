import type { Metadata } from "next";
import { DueDiligenceReview } from "@/components/admin/due-diligence/due-diligence-review";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../../page-access";

export const metadata: Metadata = { title: "Due diligence form" };

export default async function DueDiligenceFormPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await requireViewer(paths.adminDueDiligenceForm(id));
  return <DueDiligenceReview key={id} id={id} />;
}
