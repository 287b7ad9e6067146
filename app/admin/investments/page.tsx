import type { Metadata } from "next";
import { AdminInvestments } from "@/components/admin/investments/investments";
import { lagosDay } from "@/lib/dates";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Investments" };

export default async function InvestmentsPage() {
  await requireViewer(paths.adminInvestments());
  return <AdminInvestments today={lagosDay()} />;
}
