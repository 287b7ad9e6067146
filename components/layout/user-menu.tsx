"use client";

import { ChevronDown, LogOut, Settings, ShieldCheck, UserRound } from "lucide-react";
import { usePathname } from "next/navigation";
import { useSession } from "@/components/auth/session-provider";
import { subjectOf } from "@/components/auth/subject";
import { Avatar } from "@/components/ui/avatar";
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { Spinner } from "@/components/ui/spinner";
import { paths } from "@/lib/routes/paths";
import { checkAccess } from "@/lib/routes/policy";
import { useLogout } from "./logout";

export function UserMenu() {
  const { user } = useSession();
  const pathname = usePathname();
  const { busy, logOut } = useLogout();

  // /profile includes the content of /account/security, but cannot be opened before verification.
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
        <span>My Account</span>
        {user && (
          <span title={user.email} className="block max-w-56 truncate font-normal text-muted">
            {user.email}
          </span>
        )}
      </MenuLabel>
      <MenuSeparator />
      {mayProfile ? (
        <MenuLink href={paths.profile()} icon={<UserRound aria-hidden className="size-5 text-muted" />}>
          Profile
        </MenuLink>
      ) : (
        <MenuLink
          href={paths.accountSecurity()}
          icon={<ShieldCheck aria-hidden className="size-5 text-muted" />}
        >
          Account security
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
      <MenuSeparator />
      <MenuItem onSelect={() => void logOut()} icon={<LogOut aria-hidden className="size-5 text-muted" />}>
        Log out
      </MenuItem>
    </Menu>
  );
}
