import type { Metadata } from "next";
import * as z from "zod";
import { PayoutBatch } from "@/components/admin/payouts/batch";
import { notFound } from "@/lib/errors";
import { getBatch } from "@/lib/payouts/queries";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../../page-access";

export const metadata: Metadata = { title: "Payouts" };

export default async function PayoutBatchPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const viewer = await requireViewer(paths.adminPayoutBatch(id));
  const batchId = z.uuid().safeParse(id);
  if (!batchId.success) throw notFound();
  return <PayoutBatch batch={await getBatch(viewer, batchId.data)} ownId={viewer.userId} />;
}
