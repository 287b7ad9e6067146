"use client";

import { formatAge, timeTables } from "@/lib/review/figures/tables";
import type { ReviewTimes as Times } from "@/lib/review/figures/review-times";
import { ChartCard, type Chart } from "./chart-card";
import { formatCount } from "../labels";
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
  const max = Math.max(1, ...weeks.map(({ p90 }) => p90 ?? 0));
  const height = (days: number) => ({ height: `max(2px, ${(days / max) * 100}%)` });
  return (
    <div
      role="img"
      aria-label="Chart of the time to decision over the last 12 weeks. Choose Show table for the same figures."
      className="mt-auto grid gap-2"
    >
      <div className="flex">
        <div className="flex w-9 flex-col justify-between pr-2 text-right text-xs text-muted figures">
          <span className="-mt-1.5">{formatCount(max)}</span>
          <span className="-mb-1.5">0</span>
        </div>
        <div className="flex h-44 flex-1 border-t border-b border-line border-t-line/60">
          {weeks.map(({ week, p50, p90 }) => (
            <div key={week} className="relative min-w-0 flex-1">
              {p50 !== null && p90 !== null && (
                <>
                  <div
                    style={height(p90)}
                    className="absolute inset-x-[2px] bottom-0 rounded-t-[3px] bg-accent-line sm:inset-x-1"
                  />
                  <div
                    style={height(p50)}
                    className="absolute inset-x-[2px] bottom-0 rounded-t-[3px] bg-accent sm:inset-x-1"
                  />
                </>
              )}
            </div>
          ))}
        </div>
      </div>
      <WeekAxis weeks={weeks} />
    </div>
  );
}

function WaitingByAge({ waiting }: Times) {
  const max = Math.max(1, ...waiting.map(({ submissions }) => submissions));
  return (
    <ol className="grid gap-4" aria-label="Pending submissions by business days waited">
      {waiting.map((age) => (
        <li key={age.fewest}>
          <div className="flex items-baseline justify-between gap-2 text-[0.9375rem]">
            <span>{formatAge(age)}</span>
            <span className="font-semibold figures">{formatCount(age.submissions)}</span>
          </div>
          <div aria-hidden className="mt-1.5 h-3 rounded-md bg-sunken">
            <div
              className="h-full rounded-md bg-accent"
              style={{ width: `${(age.submissions / max) * 100}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}
