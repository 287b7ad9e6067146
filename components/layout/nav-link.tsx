"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface NavLinkProps {
  href: string;
  children: ReactNode;
  icon?: ReactNode;
  onNavigate?: () => void;
  /** Whether the link is also current on pages below its own. */
  matchesSubpaths?: boolean;
  className?: string;
}

/**
 * Shows a menu link that marks the current page. It is prefetched once the pointer or the focus is on it: a menu is always visible, and
 * would prefetch all of its pages on each page.
 */
export function NavLink({
  href,
  children,
  icon,
  onNavigate,
  matchesSubpaths = false,
  className,
}: NavLinkProps) {
  const pathname = usePathname();
  const [isLikely, setIsLikely] = useState(false);
  const prefetchSoon = () => setIsLikely(true);
  const current = pathname === href || (matchesSubpaths && pathname.startsWith(`${href}/`));
  return (
    <Link
      href={href}
      prefetch={isLikely ? "auto" : false}
      onPointerEnter={prefetchSoon}
      onFocus={prefetchSoon}
      onClick={onNavigate}
      aria-current={current ? "page" : undefined}
      className={cn(
        "flex min-h-11 items-center gap-3 rounded-control px-3 text-[0.9375rem] transition-colors duration-150",
        current
          ? "bg-accent-soft font-medium text-accent-strong"
          : "text-muted hover:bg-sunken hover:text-ink",
        className,
      )}
    >
      {icon}
      <span className="contents">{children}</span>
    </Link>
  );
}
