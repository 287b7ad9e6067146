"use client";

import { formatAge, timeTables } from "@/lib/review/figures/tables";
import type { ReviewTimes as Times } from "@/lib/review/figures/review-times";
import { BarList, Columns } from "./bars";
import { ChartCard, type Chart } from "./chart-card";
import { WeekAxis } from "./weekly-chart";

const charts: Chart<Times>[] = [
  {
    title: "Time to decision",
    note: "Business days from the submission to its first decision. Half took at most the dark part, 9 of 10 the whole bar.",
    Plot: TimeToDecision,
    name: "time-to-decision",
    table: timeTables["time-to-decision"],
  },
  {
    title: "Waiting by age",
    note: "Pending submissions by how many business days they have waited.",
    Plot: WaitingByAge,
    name: "waiting",
    table: timeTables.waiting,
  },
];

/** Shows how long decisions take and submissions wait, as charts or as tables (product 10.17). */
export const ReviewTimes = ({ times }: { times: Times }) => (
  <div className="grid gap-4 lg:grid-cols-2">
    {charts.map((chart) => (
      <ChartCard key={chart.title} chart={chart} data={times} />
    ))}
  </div>
);

function TimeToDecision({ weeks }: Times) {
  return (
    <div
      role="img"
      aria-label="Chart of the time to decision over the last 12 weeks. Choose Show table for the same figures."
      className="mt-auto grid gap-2"
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
