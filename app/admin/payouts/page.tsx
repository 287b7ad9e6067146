import type { Metadata } from "next";
import { Payouts } from "@/components/admin/payouts/payouts";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Payouts" };

export default async function PayoutsPage() {
  await requireViewer(paths.adminPayouts());
  return <Payouts />;
}
