"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import type { StatisticsDto } from "@/lib/users/dto";
import { FunnelPlot, FunnelTable } from "./funnel";
import { useReloadUsers, useStatistics } from "./queries";
import { WeeklyChart, WeeksTable } from "./weekly-chart";

/** How the last weeks went and how far people come: to be looked at, or read as tables (product 2.10). */
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
      <Plot
        title="Registrations and decisions"
        note="Weekly totals, starting on Monday. Decisions are split into approved and rejected."
        data={statistics.data}
        plot={({ weeks }) => <WeeklyChart weeks={weeks} />}
        table={({ weeks }) => <WeeksTable weeks={weeks} />}
      />
      <Plot
        title="From registration to approval"
        note="All users to date. Each step counts only users who completed the step before it."
        data={statistics.data}
        plot={({ funnel }) => <FunnelPlot funnel={funnel} />}
        table={({ funnel }) => <FunnelTable funnel={funnel} />}
      />
    </div>
  );
}

interface PlotProps {
  title: string;
  note: string;
  data: StatisticsDto | undefined;
  plot: (data: StatisticsDto) => React.ReactNode;
  table: (data: StatisticsDto) => React.ReactNode;
}

function Plot({ title, note, data, plot, table }: PlotProps) {
  const [asTable, setAsTable] = useState(false);
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
      {!data ? (
        <div role="status" aria-label={`Loading ${title.toLowerCase()}`}>
          <Skeleton className="h-64 w-full" />
        </div>
      ) : asTable ? (
        table(data)
      ) : (
        plot(data)
      )}
    </Card>
  );
}
