import type { Metadata } from "next";
import { Suspicions } from "@/components/admin/suspicions/suspicions";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Suspicions" };

export default async function SuspicionsPage() {
  await requireViewer(paths.adminSuspicions());
  return <Suspicions />;
}
