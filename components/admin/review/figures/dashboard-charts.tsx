"use client";

import { useReloadUsers, useStatistics } from "@/components/admin/queries";
import { BarList } from "@/components/ui/bars";
import { ErrorState } from "@/components/ui/states";
import { percent } from "@/lib/percent";
import { stages, statisticsTables } from "@/lib/review/figures/schema";
import type { StatisticsDto } from "@/lib/users/dto";
import { ChartCard, type Chart } from "./chart-card";
import { WeeklyChart } from "./weekly-chart";

const charts = {
  registrations: {
    title: "Registrations and decisions",
    note: "Weekly totals, starting on Monday. Decisions are split into approved and rejected.",
    Plot: WeeklyChart,
    name: "registrations",
    table: statisticsTables.registrations,
  },
  funnel: {
    title: "From registration to approval",
    note: "All users to date. Each step counts only users who completed the step before it.",
    Plot: Funnel,
    name: "funnel",
    table: statisticsTables.funnel,
  },
} satisfies Record<string, Chart<StatisticsDto>>;

/** Shows the recent weeks or the funnel, as a chart or a table (product 2.10). */
export function DashboardChart({ name }: { name: keyof typeof charts }) {
  const statistics = useStatistics();
  const reload = useReloadUsers();
  if (statistics.isError && !statistics.data)
    return (
      <ErrorState title="Could not load the chart" onRetry={reload} retrying={statistics.isFetching}>
        {statistics.error.message}
      </ErrorState>
    );
  return <ChartCard chart={charts[name]} data={statistics.data} />;
}

/** Shows each stage as a bar relative to the first stage, with its percentage of the previous one. */
function Funnel({ funnel }: StatisticsDto) {
  const max = Math.max(1, funnel.registered);
  const rows = stages.map(({ name, label }, index) => {
    const previous = stages[index - 1];
    return {
      name: label,
      count: funnel[name],
      note: previous ? `${percent(funnel[name], funnel[previous.name])}% of previous step` : "all users",
      share: funnel[name] / max,
      opacity: 1 - index * 0.12,
      className: "h-5",
    };
  });
  return <BarList label="From registration to approval" rows={rows} />;
}
