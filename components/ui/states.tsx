"use client";

import { Inbox, RefreshCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";

interface StateProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  level?: "h1" | "h2" | "h3" | undefined;
}

interface EmptyStateProps extends StateProps {
  icon?: ReactNode;
  className?: string;
}

/** Explains why there is nothing to show, and the next step. */
export function EmptyState({ title, children, icon, action, level = "h2", className }: EmptyStateProps) {
  const Heading = level;
  return (
    <div
      className={cn(
        "grid justify-items-center rounded-card border border-dashed border-line-strong/60 px-5 py-12 text-center",
        className,
      )}
    >
      <span aria-hidden className="grid size-12 place-items-center rounded-full bg-sunken text-muted">
        {icon ?? <Inbox className="size-6" />}
      </span>
      <Heading className="mt-4 text-lg font-semibold">{title}</Heading>
      {children && <div className="mt-1.5 max-w-md leading-6 text-balance text-muted">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

interface ErrorStateProps extends StateProps {
  onRetry?: () => void;
  retrying?: boolean;
}

/** Explains what went wrong, with a button to retry. */
export function ErrorState({ title, children, onRetry, retrying, action, level = "h2" }: ErrorStateProps) {
  const Heading = level;
  return (
    <div role="alert" className="grid justify-items-center px-5 py-12 text-center">
      <span aria-hidden className="grid size-12 place-items-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert className="size-6" />
      </span>
      <Heading className="mt-4 text-lg font-semibold">{title}</Heading>
      {children && (
        <div className="mt-1.5 max-w-md leading-6 text-balance break-words text-muted">{children}</div>
      )}
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button
            variant="secondary"
            busy={retrying}
            onClick={onRetry}
            icon={<RefreshCw aria-hidden className="size-4" />}
          >
            Try again
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
