import type { ReactNode } from "react";
import { AppShell } from "@/components/layout/app-shell";
import { brandInfo } from "@/components/layout/brand-info";
import { ScrollToTop } from "@/components/layout/scroll-to-top";
import { SessionProvider } from "@/components/session/session-provider";
import { currentUser } from "./page-access";

/**
 * The frame of signed-in pages, of members and administrators alike. It reads the user to draw the menu and guards nothing: a layout is not
 * rendered again on every navigation, so each page calls requireViewer or requireUser itself.
 */
export async function SignedInFrame({ children }: { children: ReactNode }) {
  return (
    <SessionProvider initialUser={await currentUser()}>
      <ScrollToTop />
      <AppShell brand={brandInfo()}>{children}</AppShell>
    </SessionProvider>
  );
}
