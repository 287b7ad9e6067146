import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const linkClass =
  "font-medium text-accent underline decoration-accent-line underline-offset-4 transition-colors duration-150 hover:decoration-current rounded-sm";

/** A link within text, recognisable without relying on colour. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link className={cn(linkClass, className)} {...rest} />;
}
