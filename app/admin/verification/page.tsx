import type { Metadata } from "next";
import { queueCount, queueDefaults, statusOptions, toListFilters } from "@/components/admin/list-state";
import { NameChecks } from "@/components/admin/review/name-checks";
import { VerificationQueue } from "@/components/admin/review/verification-queue";
import { listNameChecks } from "@/lib/review/cases/profile-changes";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";
import { Prefetch } from "../prefetch";
import { readListState, userCountQueries, userListQuery } from "../user-list-queries";

export const metadata: Metadata = { title: "Verification" };

export default async function VerificationPage({ searchParams }: PageProps<"/admin/verification">) {
  const viewer = await requireViewer(paths.adminVerification());
  const state = await readListState(searchParams, queueDefaults);
  const filters = statusOptions.map(({ value }) => queueCount(state.role, value));
  const counts = userCountQueries(viewer, filters);
  return (
    <Prefetch queries={[userListQuery(viewer, toListFilters(state)), ...counts]}>
      <NameChecks {...await listNameChecks(viewer)} />
      <VerificationQueue />
    </Prefetch>
  );
}
