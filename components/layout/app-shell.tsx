"use client";

import { Menu } from "lucide-react";
import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import { SessionEnded } from "@/components/auth/session-ended";
import { useSession } from "@/components/auth/session-provider";
import { userMenu } from "@/components/auth/subject";
import { TemporaryPassword } from "@/components/auth/temporary-password";
import { IconButton } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { PageSpinner } from "@/components/ui/spinner";
import { paths } from "@/lib/routes/paths";
import type { MenuEntry, MenuIcon } from "@/lib/routes/policy";
import { BrandLink, type BrandInfo } from "./brand";
import { LegalLine } from "./footer";
import { NavLink } from "./nav-link";
import { MAIN_ID } from "./skip-link";
import { useAccessRecheck } from "./use-access-recheck";
import { useSwipes } from "./use-swipes";

/** Loaded after the page, because of its positioning library. */
const UserMenu = dynamic(() => import("./user-menu").then((module) => module.UserMenu), {
  ssr: false,
  loading: () => <span className="h-11 w-17" />,
});

interface AppShellProps {
  brand: BrandInfo;
  /** The number of pending items on a page of the menu, by path. */
  menuCounts?: Partial<Record<string, number>>;
  /** The icons of the menu, rendered by the server, so that no page loads the icons of other roles. */
  icons: Partial<Record<MenuIcon, ReactNode>>;
  children: ReactNode;
}

/** Frames every signed-in page (product 2.9). There is no sidebar while the route guard allows only a single page. */
export function AppShell({ brand, menuCounts = {}, icons, children }: AppShellProps) {
  const { user } = useSession();
  const isOutdated = useAccessRecheck();
  const [open, setOpen] = useState(false);
  const menu = user ? userMenu(user) : [];
  useSwipes({ pages: menu.map(({ href }) => href), open, setOpen });

  const entryOf = ({ href, label, icon }: MenuEntry & { href: string }) => (
    <NavLink
      key={href}
      href={href}
      // The path of the first entry is the parent path of the others.
      matchesSubpaths={href !== paths.dashboard() && href !== paths.admin()}
      icon={icons[icon]}
      onNavigate={() => setOpen(false)}
    >
      <span>{label}</span>
      {(menuCounts[href] ?? 0) > 0 && (
        <span className="ml-auto rounded-full bg-accent px-2 text-sm text-on-accent figures">
          <span>{menuCounts[href]}</span>
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </NavLink>
  );
  const grouped = menu.filter(({ group }) => group);
  const entries = (
    <>
      {menu.filter(({ group }) => !group).map(entryOf)}
      {grouped.length > 0 && (
        <div role="group" aria-label="Money" className="mt-3 grid gap-1 border-t border-line pt-3">
          <span aria-hidden className="px-3 pb-1 text-sm font-medium text-muted">
            Money
          </span>
          {grouped.map(entryOf)}
        </div>
      )}
    </>
  );

  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-30 border-b border-line bg-surface print:hidden">
        <div className="flex h-(--header-height) items-center gap-2 px-4 sm:px-6">
          {menu.length > 0 && (
            <IconButton label="Open menu" className="-ml-2.5 lg:hidden" onClick={() => setOpen(true)}>
              <Menu aria-hidden className="size-6" />
            </IconButton>
          )}
          <BrandLink brand={brand} className="mr-auto" />
          <UserMenu />
        </div>
      </header>

      <div className="flex flex-1">
        {menu.length > 0 && (
          <aside className="hidden w-60 shrink-0 border-r border-line bg-surface lg:block print:hidden">
            <nav aria-label="Main" className="sticky top-(--header-height) grid gap-1 p-3">
              {entries}
            </nav>
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <main id={MAIN_ID} tabIndex={-1} className="flex-1 px-4 py-6 outline-none sm:px-6 sm:py-8 lg:px-8">
            <SessionEnded />
            <TemporaryPassword />
            {isOutdated ? <PageSpinner /> : children}
          </main>
          <footer className="border-t border-line px-4 py-5 sm:px-6 lg:px-8">
            <LegalLine brand={brand} />
          </footer>
        </div>
      </div>

      <Drawer open={open} onClose={() => setOpen(false)} title={brand.name}>
        <nav aria-label="Main" className="grid gap-1 p-3">
          {entries}
        </nav>
      </Drawer>
    </div>
  );
}
