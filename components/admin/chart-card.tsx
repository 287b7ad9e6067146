"use client";

import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

export interface Chart<Data> {
  title: string;
  note: string;
  Plot: (data: Data) => ReactNode;
  /** The same figures as a table. */
  tableLabel: string;
  columns: readonly string[];
  rows: (data: Data) => string[][];
}

/** A chart with a button that shows its figures as a table; a skeleton until there is data. */
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
      {data && (asTable ? <FigureTable chart={chart} data={data} /> : <Plot {...data} />)}
    </Card>
  );
}

/** Narrow enough for a phone without becoming cards. */
function FigureTable<Data>({ chart, data }: { chart: Chart<Data>; data: Data }) {
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
