"use client";

import { useState } from "react";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns a text such as `waiting 3 hours`: in minutes under an hour, in hours under two days, then in days. */
export function formatWaiting(since: string, now: number): string {
  const passedMs = Math.max(0, now - new Date(since).getTime());
  const [size, unit] =
    passedMs < HOUR_MS ? [MINUTE_MS, "minute"] : passedMs < 2 * DAY_MS ? [HOUR_MS, "hour"] : [DAY_MS, "day"];
  const count = Math.max(1, Math.floor(passedMs / size));
  return `waiting ${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Shows the waiting time at the first render. */
export function Waiting({ since, className }: { since: string; className?: string }) {
  const [now] = useState(() => Date.now());
  return (
    // The server's clock may be a minute ahead of the browser's.
    <span suppressHydrationWarning className={className}>
      {formatWaiting(since, now)}
    </span>
  );
}
