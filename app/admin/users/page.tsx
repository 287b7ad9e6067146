import type { Metadata } from "next";
import { ManageUsers } from "@/components/admin/users/manage-users";
import { requireViewer } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Manage Users" };

export default async function UsersPage() {
  await requireViewer(paths.adminUsers());
  return <ManageUsers />;
}
