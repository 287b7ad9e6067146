import type { Metadata } from "next";
import { ManageAdministrators } from "@/components/admin/administrators/manage-administrators";
import { requireViewer } from "@/lib/auth/page";
import { env } from "@/lib/env";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Manage Administrators" };

export default async function SubAdminsPage() {
  const viewer = await requireViewer(paths.adminSubAdmins());
  return <ManageAdministrators ownId={viewer.userId} emailDomain={env.ADMIN_EMAIL_DOMAIN} />;
}
