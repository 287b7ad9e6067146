"use client";

import { CircleCheck, CircleX, Clock, Inbox, type LucideIcon } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { CountValue, type CountQuery } from "./figure";
import { useUserCount } from "./queries";
import type { RoleFilter, StatusFilter } from "./user-filters";

interface QueueCountersProps {
  role: RoleFilter;
  status: StatusFilter;
  onStatus: (status: StatusFilter) => void;
}

/** How many of each state there are, each counted by its own query; and, because one presses what one reads, the status filter. */
export function QueueCounters({ role, status, onStatus }: QueueCountersProps) {
  const base = { role, onlySubmitted: true, excludeAdmin: true } as const;
  const counters: {
    value: StatusFilter;
    label: string;
    icon: LucideIcon;
    ink: string;
    query: CountQuery;
  }[] = [
    { value: "all", label: "Total", icon: Inbox, ink: "text-muted", query: useUserCount(base) },
    {
      value: "pending",
      label: "Pending",
      icon: Clock,
      ink: "text-warning",
      query: useUserCount({ ...base, status: "pending" }),
    },
    {
      value: "approved",
      label: "Approved",
      icon: CircleCheck,
      ink: "text-accent",
      query: useUserCount({ ...base, status: "approved" }),
    },
    {
      value: "rejected",
      label: "Rejected",
      icon: CircleX,
      ink: "text-danger",
      query: useUserCount({ ...base, status: "rejected" }),
    },
  ];

  return (
    <div role="group" aria-label="Filter by status" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {counters.map(({ value, label, icon: Icon, ink, query }) => {
        const current = value === status;
        return (
          <button
            key={value}
            type="button"
            aria-pressed={current}
            onClick={() => onStatus(value)}
            className={cn(
              "rounded-card border px-4 py-3 text-left transition-colors duration-150",
              current
                ? "border-accent bg-accent-soft ring-1 ring-accent"
                : "border-line bg-surface hover:border-line-strong hover:bg-sunken",
            )}
          >
            <span className="flex items-center gap-2 text-sm text-muted">
              <Icon aria-hidden className={cn("size-4", ink)} />
              {label}
            </span>
            <span className="mt-1 block text-2xl leading-8 font-semibold figures">
              <CountValue query={query} />
            </span>
          </button>
        );
      })}
    </div>
  );
}
