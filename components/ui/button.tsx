"use client";

import Link from "next/link";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cn } from "./cn";
import { Spinner } from "./spinner";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "danger-quiet";
export type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-line-strong bg-surface text-ink hover:bg-sunken",
  quiet: "text-ink hover:bg-sunken",
  danger: "bg-danger text-on-danger hover:bg-danger-strong",
  "danger-quiet": "text-danger hover:bg-danger-soft",
};

const sizes: Record<ButtonSize, string> = {
  sm: "min-h-9 px-3 text-sm",
  md: "min-h-11 px-4 text-[0.9375rem]",
  lg: "min-h-12 px-6 text-base",
};

/** The look of a button, for links that lead on. */
export const buttonClass = (
  variant: ButtonVariant = "primary",
  size: ButtonSize = "md",
  className?: string,
) =>
  cn(
    "inline-flex items-center justify-center gap-2 rounded-control py-1.5 text-center font-medium transition-colors duration-150 select-none",
    "aria-disabled:opacity-60 off:pointer-events-none off:opacity-50",
    variants[variant],
    sizes[size],
    className,
  );

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Work is under way: the button keeps its width and its focus, and ignores further presses. */
  busy?: boolean;
  /** Words shown while busy; without them only the spinner is. */
  busyLabel?: string;
  icon?: ReactNode;
}

export function Button({
  variant = "primary",
  size = "md",
  busy = false,
  busyLabel,
  icon,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  // aria-disabled rather than disabled: a disabled button drops the keyboard's focus, and a screen reader loses its place.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  };
  return (
    <button
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={buttonClass(variant, size, className)}
      {...rest}
    >
      <span className="inline-grid place-items-center">
        <span
          className={cn("col-start-1 row-start-1 inline-flex items-center gap-2", busy && "invisible")}
          aria-hidden={busy || undefined}
        >
          {icon}
          {children}
        </span>
        {/* Both faces always lie in the same cell, so that the wider one sets the width. */}
        {(busy || busyLabel) && (
          <span
            className={cn("col-start-1 row-start-1 inline-flex items-center gap-2", !busy && "invisible")}
            aria-hidden={!busy || undefined}
          >
            <Spinner className="size-4" />
            {busyLabel ?? <span className="sr-only">Please wait</span>}
          </span>
        )}
      </span>
    </button>
  );
}

interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export function LinkButton({ variant = "primary", size = "md", className, ...rest }: LinkButtonProps) {
  return <Link className={buttonClass(variant, size, className)} {...rest} />;
}

/** A square button that shows only an icon; the label is for those who do not see it. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      className={cn(
        "inline-grid size-11 shrink-0 place-items-center rounded-control text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink off:pointer-events-none off:opacity-40",
        className,
      )}
      {...rest}
    >
      {children}
      <span className="sr-only">{label}</span>
    </button>
  );
}
