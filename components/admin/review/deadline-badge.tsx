"use client";

import { AlarmClock } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { deadlineState } from "@/lib/calendar/business-day-rules";

/** Shows, from the day it is due, that the decision on a pending submission is due or late. Evaluated at the first render. */
export function DeadlineBadge({
  dueAt,
  className,
}: {
  dueAt: string | null;
  className?: string | undefined;
}) {
  const [now] = useState(() => new Date());
  const state = dueAt && deadlineState(new Date(dueAt), now);
  if (!state) return null;
  return (
    <Badge tone={state === "late" ? "danger" : "info"} className={className}>
      <AlarmClock aria-hidden className="size-4" />
      <span>{state === "late" ? "Late" : "Due today"}</span>
    </Badge>
  );
}
