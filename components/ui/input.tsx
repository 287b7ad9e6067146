import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlClass } from "./control";

export function Input({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input type={type} className={cn(controlClass, className)} {...rest} />;
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea rows={rows} className={cn(controlClass, "resize-y py-3 leading-6", className)} {...rest} />
  );
}

/** A native select, for short lists. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select className={cn(controlClass, "appearance-none pr-11", className)} {...rest}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
