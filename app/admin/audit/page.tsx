import type { Metadata } from "next";
import { Audit } from "@/components/admin/audit/audit";
import { listRetainedRecords } from "@/lib/administration/retained-records";
import { listReadsPerDay } from "@/lib/review/cases/reads";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Audit" };

export default async function AuditPage() {
  const viewer = await requireViewer(paths.adminAudit());
  const [reads, retained] = await Promise.all([listReadsPerDay(viewer), listRetainedRecords(viewer)]);
  return <Audit reads={reads} retained={retained} />;
}
