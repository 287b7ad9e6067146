import type { Metadata } from "next";
import { Dashboard } from "@/components/admin/dashboard";
import { requireViewer } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Admin dashboard" };

export default async function AdminPage() {
  const viewer = await requireViewer(paths.admin());
  return <Dashboard isSuper={viewer.isSuper} />;
}
