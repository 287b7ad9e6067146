"use client";

import * as Radix from "@radix-ui/react-accordion";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

/** Sections that open one by one or together; the heading level is the caller's, for the page's outline. */
export function Accordion({
  open,
  children,
  className,
}: {
  /** Sections open at first. */
  open?: string[];
  children: ReactNode;
  className?: string;
}) {
  return (
    <Radix.Root
      type="multiple"
      defaultValue={open}
      className={cn("divide-line rounded-card border-line bg-surface divide-y border", className)}
    >
      {children}
    </Radix.Root>
  );
}

export function AccordionItem({
  value,
  title,
  aside,
  level = "h2",
  children,
}: {
  value: string;
  title: string;
  /** Short note at the right of the title. */
  aside?: ReactNode;
  level?: "h2" | "h3";
  children: ReactNode;
}) {
  const Heading = level;
  return (
    <Radix.Item value={value}>
      <Radix.Header asChild>
        <Heading>
          <Radix.Trigger className="group hover:bg-sunken flex min-h-14 w-full items-center gap-3 px-4 py-3 text-left text-base font-medium sm:px-5">
            <span className="flex-1">{title}</span>
            {aside && <span className="text-muted text-sm font-normal">{aside}</span>}
            <ChevronDown
              aria-hidden
              className="text-muted size-5 transition-transform duration-200 group-data-[state=open]:rotate-180"
            />
          </Radix.Trigger>
        </Heading>
      </Radix.Header>
      <Radix.Content className="data-[state=open]:animate-fade overflow-hidden">
        <div className="px-4 pt-1 pb-5 sm:px-5">{children}</div>
      </Radix.Content>
    </Radix.Item>
  );
}
