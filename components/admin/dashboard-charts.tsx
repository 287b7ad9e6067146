"use client";

import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import type { StatisticsDto } from "@/lib/users/dto";
import { formatCount, percent } from "./labels";
import { useReloadUsers, useStatistics } from "./queries";
import { formatWeek, WeeklyChart } from "./weekly-chart";

interface Chart {
  title: string;
  note: string;
  Plot: (data: StatisticsDto) => ReactNode;
  /** The same figures as a table. */
  tableLabel: string;
  columns: readonly string[];
  rows: (data: StatisticsDto) => string[][];
}

const stages = [
  { name: "registered", label: "Registered" },
  { name: "proved", label: "Email verified" },
  { name: "chosen", label: "Role chosen" },
  { name: "submitted", label: "Submitted" },
  { name: "approved", label: "Approved" },
] as const;

const charts: Chart[] = [
  {
    title: "Registrations and decisions",
    note: "Weekly totals, starting on Monday. Decisions are split into approved and rejected.",
    Plot: WeeklyChart,
    tableLabel: "Registrations and decisions per week",
    columns: ["Week of", "Registered", "Approved", "Rejected"],
    rows: ({ weeks }) =>
      weeks
        .toReversed()
        .map(({ week, registered, approved, rejected }) => [
          formatWeek(week),
          ...[registered, approved, rejected].map(formatCount),
        ]),
  },
  {
    title: "From registration to approval",
    note: "All users to date. Each step counts only users who completed the step before it.",
    Plot: Funnel,
    tableLabel: "From registration to approval",
    columns: ["Step", "Users", "% of registered"],
    rows: ({ funnel }) =>
      stages.map(({ name, label }) => [
        label,
        formatCount(funnel[name]),
        `${percent(funnel[name], funnel.registered)}%`,
      ]),
  },
];

/** The last weeks and the funnel, as charts or as tables (product 2.10). */
export function DashboardCharts() {
  const statistics = useStatistics();
  const reload = useReloadUsers();
  if (statistics.isError && !statistics.data)
    return (
      <ErrorState title="Could not load the charts" onRetry={reload} retrying={statistics.isFetching}>
        {statistics.error.message}
      </ErrorState>
    );
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {charts.map((chart) => (
        <ChartCard key={chart.title} chart={chart} data={statistics.data} />
      ))}
    </div>
  );
}

function ChartCard({ chart, data }: { chart: Chart; data: StatisticsDto | undefined }) {
  const [asTable, setAsTable] = useState(false);
  const { title, note, Plot } = chart;
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-lg leading-7 font-semibold">{title}</h2>
          <p className="mt-0.5 text-sm text-muted">{note}</p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          aria-label={`${title}: ${asTable ? "show chart" : "show table"}`}
          className="shrink-0"
          disabled={!data}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? "Show chart" : "Show table"}
        </Button>
      </div>
      {!data && (
        <div role="status" aria-label={`Loading ${title.toLowerCase()}`}>
          <Skeleton className="h-64 w-full" />
        </div>
      )}
      {data && (asTable ? <FigureTable chart={chart} data={data} /> : <Plot {...data} />)}
    </Card>
  );
}

/** Narrow enough for a phone without becoming cards. */
function FigureTable({ chart, data }: { chart: Chart; data: StatisticsDto }) {
  return (
    <table aria-label={chart.tableLabel} className="w-full text-[0.9375rem] figures">
      <thead>
        <tr className="border-b border-line text-sm text-muted">
          {chart.columns.map((title) => (
            <th key={title} scope="col" className="py-2 text-right font-medium first:text-left">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.rows(data).map(([first, ...rest]) => (
          <tr key={first} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 text-left font-normal">
              {first}
            </th>
            {rest.map((cell, index) => (
              <td key={index} className="py-2 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Each stage as a bar relative to the first, with its percentage of the stage before. */
function Funnel({ funnel }: StatisticsDto) {
  const max = Math.max(1, funnel.registered);
  return (
    <ol className="grid gap-4" aria-label="From registration to approval">
      {stages.map(({ name, label }, index) => {
        const previous = stages[index - 1];
        return (
          <li key={name}>
            <div className="grid grid-cols-[1fr_auto_9.5rem] items-baseline gap-2 text-[0.9375rem]">
              <span>{label}</span>
              <span className="font-semibold figures">{formatCount(funnel[name])}</span>
              <span className="text-right text-sm whitespace-nowrap text-muted figures">
                {previous ? `${percent(funnel[name], funnel[previous.name])}% of previous step` : "all users"}
              </span>
            </div>
            <div aria-hidden className="mt-1.5 h-5 rounded-md bg-sunken">
              <div
                className="h-full rounded-md bg-accent"
                style={{ width: `${(funnel[name] / max) * 100}%`, opacity: 1 - index * 0.12 }}
              />
            </div>
          </li>
        );
      })}
    </ol>
  );
}
