import type { Metadata } from "next";
import { StatementLines } from "@/components/admin/bank/statement-lines";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Payments" };

export default async function PaymentsPage() {
  await requireViewer(paths.adminPayments());
  return <StatementLines />;
}
