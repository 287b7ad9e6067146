"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface NavLinkProps {
  href: string;
  children: ReactNode;
  icon?: ReactNode;
  onNavigate?: () => void;
  /** Also current on the pages below it. */
  deep?: boolean;
  variant?: "bar" | "list";
}

/** A link of a menu that knows whether it is where we are. */
export function NavLink({ href, children, icon, onNavigate, deep = false, variant = "list" }: NavLinkProps) {
  const pathname = usePathname();
  const current = pathname === href || (deep && pathname.startsWith(`${href}/`));
  return (
    <Link
      href={href}
      onClick={onNavigate}
      aria-current={current ? "page" : undefined}
      className={cn(
        "flex items-center gap-3 rounded-control text-[0.9375rem] transition-colors duration-150",
        variant === "bar" ? "min-h-10 px-3" : "min-h-11 px-3",
        current
          ? "bg-accent-soft font-medium text-accent-strong"
          : "text-muted hover:bg-sunken hover:text-ink",
      )}
    >
      {icon}
      {children}
    </Link>
  );
}
