import type { ReactNode } from "react";
import { SessionProvider } from "@/components/auth/session-provider";
import { StepUp } from "@/components/auth/step-up";
import { userMenu } from "@/components/auth/subject";
import { AppShell } from "@/components/layout/app-shell";
import { brandInfo } from "@/components/layout/brand-info";
import { menuIcons } from "@/components/layout/menu-icons";
import { ScrollToTop } from "@/components/layout/scroll-to-top";
import { countPendingProposals } from "@/lib/approvals/queries";
import { countWaitingForms } from "@/lib/due-diligence/queries";
import { countWaitingBatches } from "@/lib/payouts/queries";
import { countOpenAlerts } from "@/lib/review/screening/alerts";
import { can } from "@/lib/rights";
import { countOpenSuspicions } from "@/lib/suspicions/queries";
import { paths } from "@/lib/routes/paths";
import { currentUser, currentViewer } from "./page-access";

/** Frames signed-in pages. Layouts are not rendered on every navigation, so each page calls requireViewer or requireUser. */
export async function SignedInFrame({ children }: { children: ReactNode }) {
  const viewer = await currentViewer();
  const [user, proposals, batches, alerts, forms, suspicions] = await Promise.all([
    currentUser(),
    viewer ? countPendingProposals(viewer) : 0,
    viewer && can(viewer, "money.act") ? countWaitingBatches(viewer.userId) : 0,
    viewer && can(viewer, "compliance.decide") ? countOpenAlerts() : 0,
    viewer && can(viewer, "cases.decide") ? countWaitingForms() : 0,
    viewer && can(viewer, "suspicions.decide") ? countOpenSuspicions() : 0,
  ]);
  const menuCounts = {
    ...(proposals > 0 && { [paths.adminApprovals()]: proposals }),
    ...(alerts > 0 && { [paths.adminAlerts()]: alerts }),
    ...(forms > 0 && { [paths.adminDueDiligence()]: forms }),
    ...(suspicions > 0 && { [paths.adminSuspicions()]: suspicions }),
    ...(batches > 0 && { [paths.adminPayouts()]: batches }),
  };
  return (
    <SessionProvider initialUser={user}>
      <ScrollToTop />
      <StepUp />
      <AppShell brand={brandInfo()} menuCounts={menuCounts} icons={menuIcons(user ? userMenu(user) : [])}>
        {children}
      </AppShell>
    </SessionProvider>
  );
}
