"use client";

import { ChevronDown, LogOut, Settings, UserRound } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { useSession } from "@/components/session/session-provider";
import { Avatar } from "@/components/ui/avatar";
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { Spinner } from "@/components/ui/spinner";
import { toasts } from "@/lib/contract/messages";
import { paths } from "@/lib/routes/paths";
import { checkAccess } from "@/lib/routes/policy";
import { subjectOf } from "@/components/session/subject";

/** Log out from anywhere in the shell, a toast, then /login. */
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
    // The pages of the former person must not stay in the router's memory.
    router.refresh();
  };
  return { busy, run };
}

export function UserMenu() {
  const { user } = useSession();
  const pathname = usePathname();
  const { busy, run } = useLogout();

  // Only offered where the guard lets the person in; on the way to verification that is nowhere but Log out.
  const mayProfile = user !== null && checkAccess(subjectOf(user), paths.profile()).allow;
  const onDashboard = pathname === paths.dashboard() || pathname.startsWith(`${paths.dashboard()}/`);
  const maySettings = mayProfile && onDashboard && user.role !== "admin";

  return (
    <Menu
      trigger={
        <button
          type="button"
          className="inline-flex min-h-11 items-center gap-2 rounded-control px-1.5 transition-colors hover:bg-sunken"
        >
          {busy ? (
            <span className="grid size-9 place-items-center">
              <Spinner />
            </span>
          ) : (
            <Avatar name={user?.name} />
          )}
          <span className="sr-only">My Account</span>
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </button>
      }
    >
      <MenuLabel>
        My Account
        {user && (
          <span title={user.email} className="block max-w-56 truncate font-normal text-muted">
            {user.email}
          </span>
        )}
      </MenuLabel>
      <MenuSeparator />
      {mayProfile && (
        <MenuLink href={paths.profile()} icon={<UserRound aria-hidden className="size-5 text-muted" />}>
          Profile
        </MenuLink>
      )}
      {maySettings && (
        <MenuLink
          href={paths.dashboardSettings()}
          icon={<Settings aria-hidden className="size-5 text-muted" />}
        >
          Settings
        </MenuLink>
      )}
      {mayProfile && <MenuSeparator />}
      <MenuItem onSelect={() => void run()} icon={<LogOut aria-hidden className="size-5 text-muted" />}>
        Log out
      </MenuItem>
    </Menu>
  );
}
