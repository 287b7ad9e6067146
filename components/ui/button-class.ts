import { cn } from "./cn";

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
  // A small button has the full height on touch screens.
  sm: "min-h-11 px-3 text-sm sm:min-h-9",
  md: "min-h-11 px-4 text-[0.9375rem]",
  lg: "min-h-12 px-6 text-base",
};

/** Returns the classes of a button, also for links. */
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

/** Returns the classes of a square button that shows only an icon. */
export const iconButtonClass = (className?: string) =>
  cn(
    "inline-grid size-11 shrink-0 place-items-center rounded-control text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink off:pointer-events-none off:opacity-40",
    className,
  );
