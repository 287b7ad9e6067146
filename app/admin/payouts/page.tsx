import type { Metadata } from "next";
import { Payouts } from "@/components/admin/payouts/payouts";
import { readOpenRestore } from "@/lib/payouts/restores";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Payouts" };

export default async function PayoutsPage() {
  await requireViewer(paths.adminPayouts());
  return <Payouts restoredOn={await readOpenRestore()} />;
}
