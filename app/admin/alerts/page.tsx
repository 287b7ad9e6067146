import type { Metadata } from "next";
import { Alerts } from "@/components/admin/review/alerts/alerts";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Alerts" };

export default async function AlertsPage() {
  await requireViewer(paths.adminAlerts());
  return <Alerts />;
}
