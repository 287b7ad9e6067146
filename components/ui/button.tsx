"use client";

import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { buttonClass, iconButtonClass, type ButtonSize, type ButtonVariant } from "./button-class";
import { cn } from "./cn";
import { Spinner } from "./spinner";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While true, the button keeps its width and focus, and ignores clicks. */
  busy?: boolean;
  /** Shown with the spinner while busy. */
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
  // The button has aria-disabled rather than disabled, because a disabled button loses the focus.
  const press = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
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
          <span className="contents">{children}</span>
        </span>
        {/* Both labels share a grid cell, so that the wider one sets the width. */}
        {(busy || busyLabel) && (
          <span
            className={cn("col-start-1 row-start-1 inline-flex items-center gap-2", !busy && "invisible")}
            aria-hidden={!busy || undefined}
          >
            <Spinner className="size-4" />
            <span className={busyLabel ? undefined : "sr-only"}>{busyLabel ?? "Please wait"}</span>
          </span>
        )}
      </span>
    </button>
  );
}

interface IconButtonProps extends ComponentProps<"button"> {
  label: string;
}

/** A square button that shows only an icon; the label is for screen readers. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={iconButtonClass(className)} {...rest}>
      {children}
      <span className="sr-only">{label}</span>
    </button>
  );
}
