"use client";

import { BarList, Columns, Legend } from "@/components/ui/bars";
import type { ReviewTimes as Times } from "@/lib/review/figures/review-times";
import { formatAge, timeTables } from "@/lib/review/figures/schema";
import { ChartCard, type Chart } from "./chart-card";
import { WeekAxis } from "./weekly-chart";

const charts = {
  "time-to-decision": {
    title: "Time to decision",
    note: "Business days from submission to the first decision.",
    Plot: TimeToDecision,
    name: "time-to-decision",
    table: timeTables["time-to-decision"],
  },
  waiting: {
    title: "Waiting by age",
    note: "Pending submissions by the number of business days they have waited.",
    Plot: WaitingByAge,
    name: "waiting",
    table: timeTables.waiting,
  },
} satisfies Record<string, Chart<Times>>;

const legend = [
  { label: "Half of the decisions within", color: "bg-accent" },
  { label: "9 of 10 within", color: "bg-accent-line" },
];

/** Shows the duration of decisions or the age of pending submissions, as a chart or a table (product 10.17). */
export const ReviewTimes = ({ times, name }: { times: Times; name: keyof typeof charts }) => (
  <ChartCard chart={charts[name]} data={times} />
);

function TimeToDecision({ weeks }: Times) {
  return (
    <div className="grid gap-3">
      <div
        role="img"
        aria-label="Chart of the time to decision over the last 12 weeks. Choose Show table for the same figures."
        className="grid gap-2"
      >
        <Columns
          columns={weeks}
          keyOf={({ week }) => week}
          barsOf={({ p50, p90 }) =>
            p50 === null || p90 === null
              ? []
              : [
                  ...(p90 > p50 ? [{ value: p90 - p50, color: "bg-accent-line" }] : []),
                  { value: p50, color: "bg-accent" },
                ]
          }
          max={Math.max(1, ...weeks.map(({ p90 }) => p90 ?? 0))}
          height="h-44"
          hasScale
        />
        <WeekAxis weeks={weeks} />
      </div>
      <Legend entries={legend} />
    </div>
  );
}

function WaitingByAge({ waiting }: Times) {
  const max = Math.max(1, ...waiting.map(({ submissions }) => submissions));
  const rows = waiting.map((age) => ({
    name: formatAge(age),
    count: age.submissions,
    share: age.submissions / max,
  }));
  return <BarList label="Pending submissions by business days waited" rows={rows} />;
}
