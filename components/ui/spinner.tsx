import { cn } from "./cn";

/** Decorative: use it beside a text that describes what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "spinner inline-block size-5 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent",
        className,
      )}
    />
  );
}

/** Shown while a page loads. */
export function PageSpinner({ label = "Loading" }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center text-muted">
      <span className="flex items-center gap-3">
        <Spinner className="size-6 text-accent" />
        <span className="text-sm">{label}</span>
      </span>
    </div>
  );
}
