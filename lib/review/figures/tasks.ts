import "server-only";
import { countPendingProposals } from "@/lib/approvals/queries";
import { countWaitingLines } from "@/lib/bank/queries";
import { countDue, countWaitingBatches } from "@/lib/payouts/queries";
import { can, type BackOfficeAccess } from "@/lib/rights";
import { paths } from "@/lib/routes/paths";
import type { Viewer } from "@/lib/viewer";
import { countOpenSuspicions } from "@/lib/suspicions/queries";
import { countOpenAlerts } from "../screening/alerts";

export interface Task {
  title: string;
  count: number;
  href: string;
}

const kinds: {
  right: BackOfficeAccess;
  title: string;
  href: string;
  count: (viewer: Viewer) => Promise<number>;
}[] = [
  { right: "money.act", title: "Payments to match", href: paths.adminPayments(), count: countWaitingLines },
  { right: "money.act", title: "Amounts due", href: paths.adminPayouts(), count: countDue },
  {
    right: "money.act",
    title: "Batches to release",
    href: paths.adminPayouts(),
    count: ({ userId }) => countWaitingBatches(userId),
  },
  { right: "compliance.decide", title: "Open alerts", href: paths.adminAlerts(), count: countOpenAlerts },
  {
    right: "suspicions.decide",
    title: "Reported suspicions",
    href: paths.adminSuspicions(),
    count: countOpenSuspicions,
  },
  {
    right: "approvals.confirm",
    title: "Requests to confirm",
    href: paths.adminApprovals(),
    count: countPendingProposals,
  },
];

/** Returns what waits for an administrator, by their rights; without cases, which the dashboard counts itself. */
export const readTasks = (viewer: Viewer): Promise<Task[]> =>
  Promise.all(
    kinds
      .filter(({ right }) => can(viewer, right))
      .map(async ({ title, href, count }) => ({ title, href, count: await count(viewer) })),
  );
