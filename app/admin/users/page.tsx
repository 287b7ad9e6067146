import type { Metadata } from "next";
import { userCounts, toUserFilters, usersDefaults } from "@/components/admin/list-state";
import { ManageUsers } from "@/components/admin/users/manage-users";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";
import { Prefetch } from "../prefetch";
import { readListState, userCountQueries, userListQuery } from "../user-list-queries";

export const metadata: Metadata = { title: "Manage Users" };

export default async function UsersPage({ searchParams }: PageProps<"/admin/users">) {
  const viewer = await requireViewer(paths.adminUsers());
  const state = await readListState(searchParams, usersDefaults);
  const counts = userCountQueries(viewer, Object.values(userCounts(state)));
  return (
    <Prefetch queries={[userListQuery(viewer, toUserFilters(state)), ...counts]}>
      <ManageUsers />
    </Prefetch>
  );
}
