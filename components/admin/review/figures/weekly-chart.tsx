"use client";

import { useState } from "react";
import { Columns, Legend } from "@/components/ui/bars";
import { formatCount, formatDate } from "@/components/ui/format";
import type { StatisticsDto } from "@/lib/users/dto";

type Week = StatisticsDto["weeks"][number];

const shortDay = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  timeZone: "Africa/Lagos",
});
const toDate = (week: string) => new Date(`${week}T12:00:00+01:00`);
/** Returns a day in Lagos as `16 Nov`. */
export const formatDay = (day: string) => shortDay.format(toDate(day));

/** The bars of each row, stacked from the top. */
const rows: { title: string; bars: { name: Exclude<keyof Week, "week">; color: string }[] }[] = [
  { title: "Registrations", bars: [{ name: "registered", color: "bg-accent" }] },
  {
    title: "Decisions",
    bars: [
      { name: "rejected", color: "bg-danger" },
      { name: "approved", color: "bg-accent" },
    ],
  },
];

const legend = [
  { label: "Approved", color: "bg-accent" },
  { label: "Rejected", color: "bg-danger" },
];

/** Shows two rows of bars over the same weeks, each with its own scale. The caption describes the week under the pointer. */
export function WeeklyChart({ weeks }: Pick<StatisticsDto, "weeks">) {
  const [pointed, setPointed] = useState<Week | null>(null);
  const described = pointed ?? weeks.at(-1);

  return (
    <figure className="grid gap-3" onPointerLeave={() => setPointed(null)}>
      {described && (
        <figcaption className="text-[0.9375rem] leading-6">
          <span className="font-medium">
            {described === weeks.at(-1) ? "This week" : `Week of ${formatDate(toDate(described.week))}`}
          </span>
          <span className="block text-muted figures">
            {`${formatCount(described.registered)} registered, ${formatCount(described.approved)} approved, ${formatCount(described.rejected)} rejected`}
          </span>
        </figcaption>
      )}
      <div
        role="img"
        aria-label="Chart of registrations and decisions over the last 12 weeks. Choose Show table for the same figures."
        className="grid gap-4"
      >
        {rows.map(({ title, bars }) => {
          const totals = weeks.map((week) => bars.reduce((sum, { name }) => sum + week[name], 0));
          return (
            <div key={title}>
              <div className="mb-1 pl-9 text-sm text-muted">{title}</div>
              <Columns
                columns={weeks}
                keyOf={({ week }) => week}
                barsOf={(week) =>
                  bars
                    .filter(({ name }) => week[name] > 0)
                    .map(({ name, color }) => ({ value: week[name], color }))
                }
                max={Math.max(1, ...totals)}
                height="h-20"
                hasScale
                pointed={pointed}
                onPoint={setPointed}
              />
            </div>
          );
        })}
        <WeekAxis weeks={weeks} />
      </div>
      <Legend entries={legend} />
    </figure>
  );
}

/** Labels every third week of a chart with its first day. */
export const WeekAxis = ({ weeks }: { weeks: readonly { week: string }[] }) => (
  <div className="flex pl-9 text-xs text-muted figures">
    {weeks.map(({ week }, index) => (
      <span key={week} className="flex-1 text-center whitespace-nowrap">
        {index % 3 === 2 ? formatDay(week) : ""}
      </span>
    ))}
  </div>
);
