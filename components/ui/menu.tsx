"use client";

import * as Radix from "@radix-ui/react-dropdown-menu";
import Link from "next/link";
import type { ComponentProps, PointerEvent, ReactNode } from "react";
import { cn } from "./cn";

/** A button and its menu. The menu is not modal: the page remains scrollable and visible to screen readers. */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-raised data-[state=open]:animate-rise"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClass =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-[0.9375rem] outline-none select-none data-highlighted:bg-sunken data-disabled:pointer-events-none data-disabled:opacity-50";

/** Releasing the press that opened the menu selects nothing, even if the page has moved and an item is now under the finger. */
const ignoreRelease = (event: PointerEvent) => event.preventDefault();

export function MenuItem({
  tone,
  icon,
  children,
  ...rest
}: ComponentProps<typeof Radix.Item> & { tone?: "danger"; icon?: ReactNode }) {
  return (
    <Radix.Item
      className={cn(itemClass, tone === "danger" && "text-danger data-highlighted:bg-danger-soft")}
      onPointerUp={ignoreRelease}
      {...rest}
    >
      {icon}
      <span className="contents">{children}</span>
    </Radix.Item>
  );
}

export function MenuLink({ href, icon, children }: { href: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Radix.Item asChild className={itemClass} onPointerUp={ignoreRelease}>
      <Link href={href}>
        {icon}
        <span className="contents">{children}</span>
      </Link>
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 pt-2 pb-1.5 text-sm font-semibold">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-1.5 my-1.5 h-px bg-line" />;
}
