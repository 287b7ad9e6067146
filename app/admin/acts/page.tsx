import type { Metadata } from "next";
import { Acts } from "@/components/admin/acts/acts";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Acts" };

export default async function ActsPage() {
  await requireViewer(paths.adminActs());
  return <Acts />;
}
