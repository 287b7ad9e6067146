"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button";
import { cn } from "./cn";

/** Returns up to five page numbers around the current one. */
export function pageWindow(page: number, pages: number, width = 5): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(width / 2), pages - width + 1));
  return Array.from({ length: Math.min(width, pages) }, (_, index) => first + index);
}

interface PaginationProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** A text such as "Showing 20 of 47 users". */
  summary: string;
  busy: boolean;
}

export function Pagination({ page, pages, onPage, summary, busy }: PaginationProps) {
  const last = Math.max(1, pages);
  return (
    <nav aria-label="Pagination" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-sm text-muted figures" aria-live="polite">
        <span className="mr-3">{summary}</span>
        <span>{`Page ${page} of ${last}`}</span>
      </p>
      <div className="flex flex-wrap items-center gap-1 max-sm:gap-0.5 max-sm:*:px-2">
        <Button
          variant="quiet"
          size="sm"
          disabled={page <= 1 || busy}
          onClick={() => onPage(page - 1)}
          icon={<ChevronLeft aria-hidden className="size-4 max-sm:hidden" />}
        >
          Previous
        </Button>
        {pageWindow(page, last).map((number) => (
          <Button
            key={number}
            variant="quiet"
            size="sm"
            aria-current={number === page ? "page" : undefined}
            disabled={busy}
            onClick={() => onPage(number)}
            className={cn("min-w-9 px-2 figures", number === page && "bg-sunken font-semibold")}
          >
            {number}
          </Button>
        ))}
        <Button variant="quiet" size="sm" disabled={page >= last || busy} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight aria-hidden className="size-4 max-sm:hidden" />
        </Button>
      </div>
    </nav>
  );
}
