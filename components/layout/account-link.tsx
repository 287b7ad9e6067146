"use client";

import { useSyncExternalStore } from "react";
import { LinkButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { token, TOKEN_KEY } from "@/lib/api/client";
import { paths } from "@/lib/routes/paths";

const listen = (changed: () => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === TOKEN_KEY || event.key === null) changed();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
};

/** Public pages are static and know nobody; the stored token tells, after the page is there, whether somebody is signed in. */
export const useHasToken = (): boolean =>
  useSyncExternalStore(
    listen,
    () => token.get() !== null,
    () => false,
  );

/** 'Log in', or 'Dashboard' for who is signed in. Both lie in one cell, so nothing moves when it is known. */
export function AccountLink({ className }: { className?: string }) {
  const signedIn = useHasToken();
  return (
    <span className={cn("inline-grid", className)}>
      <LinkButton
        href={paths.login()}
        variant="quiet"
        className={cn("col-start-1 row-start-1", signedIn && "invisible")}
        aria-hidden={signedIn || undefined}
        tabIndex={signedIn ? -1 : undefined}
      >
        Log in
      </LinkButton>
      <LinkButton
        href={paths.dashboard()}
        prefetch={false}
        variant="quiet"
        className={cn("col-start-1 row-start-1", !signedIn && "invisible")}
        aria-hidden={!signedIn || undefined}
        tabIndex={signedIn ? undefined : -1}
      >
        Dashboard
      </LinkButton>
    </span>
  );
}
