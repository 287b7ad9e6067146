import type { Metadata } from "next";
import { ManageAdministrators } from "@/components/admin/administration/manage-administrators";
import { administrators, usersDefaults } from "@/components/admin/list-state";
import { isSecondApprovalOn } from "@/lib/approvals/requirements";
import { env } from "@/lib/env";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";
import { Prefetch } from "../prefetch";
import { readListState, userListQuery } from "../user-list-queries";

export const metadata: Metadata = { title: "Manage Administrators" };

export default async function SubAdminsPage({ searchParams }: PageProps<"/admin/sub-admins">) {
  const viewer = await requireViewer(paths.adminSubAdmins());
  const { q } = await readListState(searchParams, usersDefaults);
  return (
    <Prefetch queries={[userListQuery(viewer, administrators(q))]}>
      <ManageAdministrators
        ownId={viewer.userId}
        emailDomain={env.ADMIN_EMAIL_DOMAIN}
        invitesOnly={await isSecondApprovalOn()}
      />
    </Prefetch>
  );
}
