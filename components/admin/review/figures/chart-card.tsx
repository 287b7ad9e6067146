"use client";

import { useState, type ReactNode } from "react";
import { ExportFiguresButton } from "@/components/admin/export-button";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/skeleton";
import type { Cell, FigureTable, TableName } from "@/lib/review/figures/schema";
import { formatDay } from "./weekly-chart";

export interface Chart<Data> {
  title: string;
  note: string;
  Plot: (data: Data) => ReactNode;
  /** The same figures as a table, and the table's name in the export call. */
  table: FigureTable<Data>;
  name: TableName;
}

/** Shows a chart with a button that shows its figures as a table; a skeleton until there is data. */
export function ChartCard<Data extends object>({
  chart,
  data,
}: {
  chart: Chart<Data>;
  data: Data | undefined;
}) {
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
      {data && (asTable ? <Figures chart={chart} data={data} /> : <Plot {...data} />)}
    </Card>
  );
}

function formatCell(cell: Cell): string {
  if (cell === null) return "No decisions";
  if (typeof cell === "number") return formatCount(cell);
  return /^\d{4}-\d\d-\d\d$/.test(cell) ? formatDay(cell) : cell;
}

/** Shows the table of a chart, narrow enough for a phone without turning rows into cards; a long table scrolls. */
function Figures<Data>({ chart: { title, name, table }, data }: { chart: Chart<Data>; data: Data }) {
  const rows = table.rows(data);
  const isLong = rows.length > 13;
  const align = (column: number) => (column < (table.textColumns ?? 1) ? "text-left" : "text-right");
  return (
    <>
      <div
        className={cn(isLong && "-mx-1 max-h-[32rem] overflow-y-auto px-1")}
        tabIndex={isLong ? 0 : undefined}
      >
        <table aria-label={table.label} className="w-full text-[0.9375rem] figures">
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              {table.columns.map((column, index) => (
                <th key={column} scope="col" className={cn("py-2 font-medium not-last:pr-3", align(index))}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first = "", ...rest], row) => (
              <tr key={row} className="border-b border-line last:border-0">
                <th scope="row" className="py-2 pr-3 text-left font-normal">
                  {formatCell(first)}
                </th>
                {rest.map((cell, index) => (
                  <td key={index} className={cn("py-2 not-last:pr-3", align(index + 1))}>
                    {formatCell(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && (
          <p className="py-3 text-[0.9375rem] text-muted">No decisions in this period.</p>
        )}
      </div>
      <div className="mt-auto">
        <ExportFiguresButton name={name} title={title} />
      </div>
    </>
  );
}
