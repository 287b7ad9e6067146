import type { ReactNode } from "react";
import { AppShell } from "@/components/layout/app-shell";
import { brandInfo } from "@/components/layout/brand-info";
import { menuIcons } from "@/components/layout/menu-icons";
import { ScrollToTop } from "@/components/layout/scroll-to-top";
import { SessionProvider } from "@/components/session/session-provider";
import { StepUp } from "@/components/session/step-up";
import { userMenu } from "@/components/session/subject";
import { countPendingProposals } from "@/lib/proposals/queries";
import { paths } from "@/lib/routes/paths";
import { currentUser, currentViewer } from "./page-access";

/** The frame of signed-in pages. Layouts are not rendered on every navigation, so each page calls requireViewer or requireUser. */
export async function SignedInFrame({ children }: { children: ReactNode }) {
  const viewer = await currentViewer();
  const [user, proposals] = await Promise.all([currentUser(), viewer?.isSuper ? countPendingProposals() : 0]);
  const menuCounts = proposals > 0 ? { [paths.adminApprovals()]: proposals } : {};
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
