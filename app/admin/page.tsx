import type { Metadata } from "next";
import { Dashboard } from "@/components/admin/dashboard";
import { adminKeys } from "@/components/admin/keys";
import { recentUsers, todoCounts } from "@/components/admin/list-state";
import { DecisionChart } from "@/components/admin/review/figures/decision-charts";
import { IdentityCosts } from "@/components/admin/review/figures/identity-costs";
import { ReviewTimes } from "@/components/admin/review/figures/review-times";
import { Tasks } from "@/components/admin/tasks";
import { decisionFigures } from "@/lib/review/figures/decision-figures";
import { reviewTimes } from "@/lib/review/figures/review-times";
import { statistics } from "@/lib/review/figures/statistics";
import { readTasks } from "@/lib/review/figures/tasks";
import { can } from "@/lib/rights";
import { identityCosts } from "@/lib/review/identity-checks/costs";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../page-access";
import { Prefetch } from "./prefetch";
import { caseCountQueries, userListQuery } from "./user-list-queries";

export const metadata: Metadata = { title: "Admin dashboard" };

export default async function AdminPage() {
  const viewer = await requireViewer(paths.admin());
  const [times, decisions, tasks] = await Promise.all([
    reviewTimes(),
    decisionFigures(viewer),
    can(viewer, "cases.decide") ? null : readTasks(viewer),
  ]);
  return (
    <Prefetch
      queries={[
        { queryKey: adminKeys.statistics, queryFn: () => statistics(viewer) },
        userListQuery(viewer, recentUsers(viewer.isSuper)),
        ...caseCountQueries(viewer, Object.values(todoCounts)),
      ]}
    >
      <Dashboard
        isSuper={viewer.isSuper}
        tasks={tasks && <Tasks tasks={tasks} />}
        reviewCharts={[
          <>
            <ReviewTimes times={times} name="time-to-decision" />
            <DecisionChart figures={decisions} name="reviewers" />
            <DecisionChart figures={decisions} name="second-round" />
          </>,
          <>
            <ReviewTimes times={times} name="waiting" />
            <DecisionChart figures={decisions} name="reasons" />
          </>,
        ]}
        identityCosts={viewer.isSuper && <IdentityCosts costs={await identityCosts()} />}
      />
    </Prefetch>
  );
}
