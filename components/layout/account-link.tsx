import type { ReactNode } from "react";
import type { ButtonSize, ButtonVariant } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/routes/paths";

interface AccountLinkProps {
  className?: string;
  size?: ButtonSize;
}

interface EitherProps extends AccountLinkProps {
  variant?: ButtonVariant;
  visitor: { href: string; label: ReactNode };
  /** The label of the link to the dashboard. */
  signedIn: ReactNode;
}

/**
 * Shows one of two links. The page is the same for all users; a script in its head marks logged-in ones (lib/pages/head-script.ts). Both
 * links share a grid cell, so that there is no layout shift; the hidden link is not focusable.
 */
const Either = ({ visitor, signedIn, className, ...look }: EitherProps) => (
  <span className={cn("inline-grid", className)}>
    <span className="col-start-1 row-start-1 grid signed-in:invisible">
      <LinkButton href={visitor.href} {...look}>
        {visitor.label}
      </LinkButton>
    </span>
    <span className="invisible col-start-1 row-start-1 grid signed-in:visible">
      <LinkButton href={paths.dashboard()} prefetch={false} {...look}>
        {signedIn}
      </LinkButton>
    </span>
  </span>
);

export const AccountLink = (props: AccountLinkProps) => (
  <Either
    variant="quiet"
    visitor={{ href: paths.login(), label: "Log in" }}
    signedIn="Dashboard"
    {...props}
  />
);

export const JoinLink = (props: AccountLinkProps) => (
  <Either
    visitor={{ href: paths.register(), label: "Create an account" }}
    signedIn="Go to my account"
    {...props}
  />
);
