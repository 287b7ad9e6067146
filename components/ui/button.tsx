"use client";

import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { buttonClass, iconButtonClass, type ButtonSize, type ButtonVariant } from "./button-class";
import { cn } from "./cn";
import { Spinner } from "./spinner";

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

/** A square button that shows only an icon; the label is for those who do not see it. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentProps<"button"> & { label: string }) {
  return (
    <button type="button" className={iconButtonClass(className)} {...rest}>
      {children}
      <span className="sr-only">{label}</span>
    </button>
  );
}
