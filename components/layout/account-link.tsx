import type { ReactNode } from "react";
import type { ButtonSize } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/routes/paths";

interface EitherProps {
  visitor: ReactNode;
  signedIn: ReactNode;
  className?: string;
}

/**
 * One of two links. The page is the same for everybody; the script in its head marks who has signed in (lib/pages/head-script.ts).
 * Both links lie in one cell, so nothing moves; what is not shown is neither seen nor reached.
 */
const Either = ({ visitor, signedIn, className }: EitherProps) => (
  <span className={cn("inline-grid", className)}>
    <span className="col-start-1 row-start-1 grid signed-in:invisible">{visitor}</span>
    <span className="invisible col-start-1 row-start-1 grid signed-in:visible">{signedIn}</span>
  </span>
);

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

/** The way in: 'Create an account', or the way back to one's own for who is signed in. */
export function JoinLink({ className, size }: { size?: ButtonSize; className?: string }) {
  return (
    <Either
      className={className}
      visitor={
        <LinkButton href={paths.register()} size={size}>
          Create an account
        </LinkButton>
      }
      signedIn={
        <LinkButton href={paths.dashboard()} prefetch={false} size={size}>
          Go to my account
        </LinkButton>
      }
    />
  );
}
