import "server-only";
import type { ReactNode } from "react";
import { SessionProvider } from "@/components/session/session-provider";
import { pageViewer } from "@/lib/auth/page";
import { getCurrentUser } from "@/lib/users/queries";
import { AppShell } from "./app-shell";
import { brandInfo } from "./brand-info";

/**
 * The frame of signed-in pages, members' and administrators' alike. It knows who looks in order to draw the menu; it guards
 * nothing, because a layout is not rendered again on every navigation. Each page calls requirePage for itself.
 */
export async function SignedInFrame({ children }: { children: ReactNode }) {
  const viewer = await pageViewer();
  const user = viewer ? await getCurrentUser(viewer.userId) : null;
  return (
    <SessionProvider initialUser={user}>
      <AppShell brand={brandInfo()}>{children}</AppShell>
    </SessionProvider>
  );
}
