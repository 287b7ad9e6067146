"use client";

import * as Radix from "@radix-ui/react-accordion";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

interface AccordionSection {
  id: string;
  title: string;
  /** A short note at the right of the title. */
  aside?: string;
  content: ReactNode;
}

interface AccordionProps {
  id?: string;
  sections: readonly AccordionSection[];
  className?: string;
  headings?: "h2" | "h3";
}

/** Sections that open independently of each other. All are open initially. */
export const Accordion = ({
  id: accordionId,
  sections,
  className,
  headings: Heading = "h2",
}: AccordionProps) => (
  <Radix.Root
    type="multiple"
    id={accordionId}
    defaultValue={sections.map(({ id }) => id)}
    className={cn("divide-y divide-line rounded-card border border-line bg-surface", className)}
  >
    {sections.map(({ id, title, aside, content }) => (
      <Radix.Item key={id} value={id} data-section={id} className="group/section">
        <Radix.Header asChild>
          <Heading>
            <Radix.Trigger className="group flex min-h-14 w-full items-center gap-3 px-4 py-3 text-left text-base font-medium group-first/section:rounded-t-card hover:bg-sunken group-last/section:data-[state=closed]:rounded-b-card sm:px-5">
              <span className="flex-1">{title}</span>
              {aside && <span className="text-sm font-normal text-muted">{aside}</span>}
              <ChevronDown
                aria-hidden
                className="size-5 text-muted transition-transform duration-200 group-data-[state=open]:rotate-180"
              />
            </Radix.Trigger>
          </Heading>
        </Radix.Header>
        <Radix.Content className="overflow-hidden data-[state=open]:animate-fade">
          <div className="px-4 pt-1 pb-5 sm:px-5">{content}</div>
        </Radix.Content>
      </Radix.Item>
    ))}
  </Radix.Root>
);
