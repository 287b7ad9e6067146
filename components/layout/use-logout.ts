"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { useSession } from "@/components/session/session-provider";
import { toasts } from "@/lib/contract/messages";
import { paths } from "@/lib/routes/paths";

/** Logs out: a toast, then /login (product 2.9). */
export function useLogout(): { busy: boolean; run: () => Promise<void> } {
  const { logout } = useSession();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (busy) return;
    setBusy(true);
    const done = await logout();
    setBusy(false);
    if (!done) {
      toast.error(toasts.logoutFailed);
      return;
    }
    toast.success(toasts.loggedOut);
    router.replace(paths.login());
    // Pages rendered for this user must not stay in the router cache.
    router.refresh();
  };
  return { busy, run };
}
