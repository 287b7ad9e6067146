"use client";

import { LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { useSession } from "@/components/auth/session-provider";
import { Button } from "@/components/ui/button";
import { auth } from "@/lib/auth/api";
import { call, toApiError } from "@/lib/contract/client";
import { toasts } from "@/lib/contract/messages";
import { paths } from "@/lib/routes/paths";

/** Logs out: a toast, then /login (product 2.9). On failure, it logs the error and the user stays logged in. */
export function useLogout() {
  const { clear } = useSession();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const logOut = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await call(auth.logoutGet);
    } catch (error) {
      // A 401 means that the session has already ended.
      if (toApiError(error).status !== 401) {
        console.error("Logout failed", error);
        toast.error(toasts.logoutFailed);
        setBusy(false);
        return;
      }
    }
    clear();
    setBusy(false);
    toast.success(toasts.loggedOut);
    router.replace(paths.login());
    // Removes pages rendered for this user from the router cache.
    router.refresh();
  };
  return { busy, logOut };
}

export function LogoutButton() {
  const { busy, logOut } = useLogout();
  return (
    <Button
      variant="secondary"
      busy={busy}
      onClick={() => void logOut()}
      icon={<LogOut aria-hidden className="size-4" />}
    >
      Log out
    </Button>
  );
}
