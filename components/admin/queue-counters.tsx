"use client";

import { CircleCheck, CircleX, Clock, Inbox } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { CountValue } from "./figure";
import { queueCounts, type RoleFilter, type StatusFilter } from "./list-state";
import { useUserCount } from "./queries";

interface QueueCountersProps {
  role: RoleFilter;
  status: StatusFilter;
  onStatus: (status: StatusFilter) => void;
}

const looks = [
  { value: "all", label: "Total", Icon: Inbox, ink: "text-muted" },
  { value: "pending", label: "Pending", Icon: Clock, ink: "text-warning" },
  { value: "approved", label: "Approved", Icon: CircleCheck, ink: "text-accent" },
  { value: "rejected", label: "Rejected", Icon: CircleX, ink: "text-danger" },
] as const;

/** The number of submissions in each status, each from its own query (product 2.12). The counters are the status filter, too. */
export function QueueCounters({ role, status, onStatus }: QueueCountersProps) {
  const filters = queueCounts(role);
  const counts = {
    all: useUserCount(filters.all),
    pending: useUserCount(filters.pending),
    approved: useUserCount(filters.approved),
    rejected: useUserCount(filters.rejected),
  };
  return (
    <div role="group" aria-label="Filter by status" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {looks.map(({ value, label, Icon, ink }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === status}
          onClick={() => onStatus(value)}
          className={cn(
            "rounded-card border px-4 py-3 text-left transition-colors duration-150",
            value === status
              ? "border-accent bg-accent-soft ring-1 ring-accent"
              : "border-line bg-surface hover:border-line-strong hover:bg-sunken",
          )}
        >
          <span className="flex items-center gap-2 text-sm text-muted">
            <Icon aria-hidden className={cn("size-4", ink)} />
            {label}
          </span>
          <span className="mt-1 block text-2xl leading-8 font-semibold figures">
            <CountValue query={counts[value]} />
          </span>
        </button>
      ))}
    </div>
  );
}
