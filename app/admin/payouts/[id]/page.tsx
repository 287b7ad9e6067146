import type { Metadata } from "next";
import * as z from "zod";
import { PayoutBatch } from "@/components/admin/payouts/batch";
import { notFound } from "@/lib/errors";
import { getBatch } from "@/lib/payouts/queries";
import { listUploadTemplates } from "@/lib/payouts/upload-templates";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../../page-access";

export const metadata: Metadata = { title: "Payouts" };

export default async function PayoutBatchPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const viewer = await requireViewer(paths.adminPayoutBatch(id));
  const batchId = z.uuid().safeParse(id);
  if (!batchId.success) throw notFound();
  const [batch, templates] = await Promise.all([getBatch(viewer, batchId.data), listUploadTemplates()]);
  return <PayoutBatch batch={batch} templates={templates} ownId={viewer.userId} />;
}
