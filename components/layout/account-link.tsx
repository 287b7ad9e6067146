"use client";

import { useSyncExternalStore, type ReactNode } from "react";
import { LinkButton, type ButtonSize } from "@/components/ui/button";
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

interface EitherProps {
  visitor: ReactNode;
  signedIn: ReactNode;
  className?: string;
}

/** One of two links. Both lie in one cell, so nothing moves when it is known who is looking. */
function Either({ visitor, signedIn, className }: EitherProps) {
  const known = useHasToken();
  const side = (shown: boolean, link: ReactNode) => (
    // What is not shown is neither seen nor reached.
    <span inert={!shown} className={cn("col-start-1 row-start-1 grid", !shown && "invisible")}>
      {link}
    </span>
  );
  return (
    <span className={cn("inline-grid", className)}>
      {side(!known, visitor)}
      {side(known, signedIn)}
    </span>
  );
}

/** 'Log in', or 'Dashboard' for who is signed in. */
export function AccountLink({ className }: { className?: string }) {
  return (
    <Either
      className={className}
      visitor={
        <LinkButton href={paths.login()} variant="quiet">
          Log in
        </LinkButton>
      }
      signedIn={
        <LinkButton href={paths.dashboard()} prefetch={false} variant="quiet">
          Dashboard
        </LinkButton>
      }
    />
  );
}

interface JoinLinkProps {
  size?: ButtonSize;
  className?: string;
  onClick?: () => void;
}

/** The way in: 'Create an account', or the way back to one's own for who is signed in. */
export function JoinLink({ className, ...rest }: JoinLinkProps) {
  return (
    <Either
      className={className}
      visitor={
        <LinkButton href={paths.register()} {...rest}>
          Create an account
        </LinkButton>
      }
      signedIn={
        <LinkButton href={paths.dashboard()} prefetch={false} {...rest}>
          Go to my account
        </LinkButton>
      }
    />
  );
}
