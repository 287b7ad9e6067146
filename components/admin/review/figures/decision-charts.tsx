"use client";

import { Bar, BarList, Columns } from "@/components/ui/bars";
import { formatCount } from "@/components/ui/format";
import type { DecisionFigures } from "@/lib/review/figures/decision-figures";
import { decisionTables, formatReason, NOT_ENOUGH } from "@/lib/review/figures/schema";
import { ChartCard, type Chart } from "./chart-card";
import { formatDay } from "./weekly-chart";

const charts = {
  reviewers: {
    title: "Decisions per reviewer",
    note: "For each of the last 14 days, in Lagos time. Reviewers with the most decisions first.",
    Plot: Reviewers,
    name: "reviewers",
    table: decisionTables.reviewers,
  },
  reasons: {
    title: "Reasons for rejection",
    note: "In the last 30 days. A rejection can name several reasons; accounts that have since been deleted are not counted.",
    Plot: Reasons,
    name: "reasons",
    table: decisionTables.reasons,
  },
  "second-round": {
    title: "Approved in the second round",
    note: "Resubmissions after a rejection, decided in the last 12 weeks.",
    Plot: SecondRound,
    name: "second-round",
    table: decisionTables["second-round"],
  },
} satisfies Record<string, Chart<DecisionFigures>>;

/** Shows decisions per reviewer, reasons for rejections, or the outcome of second submissions (product 10.25). */
export const DecisionChart = ({ figures, name }: { figures: DecisionFigures; name: keyof typeof charts }) => (
  <ChartCard chart={charts[name]} data={figures} />
);

const Nothing = ({ children }: { children: string }) => (
  <p className="text-[0.9375rem] text-muted">{children}</p>
);

function Reviewers({ days, reviewers }: DecisionFigures) {
  const max = Math.max(1, ...reviewers.flatMap(({ perDay }) => perDay));
  if (reviewers.length === 0) return <Nothing>No decisions in this period.</Nothing>;
  return (
    <div className="grid gap-4">
      <ol className="grid gap-4" aria-label="Decisions per reviewer in the last 14 days">
        {reviewers.map(({ id, name, perDay }) => (
          <li key={id} className="grid gap-1.5">
            <div className="flex items-baseline justify-between gap-2 text-[0.9375rem]">
              <span className="min-w-0 break-words">{name}</span>
              <span className="font-semibold figures">
                {formatCount(perDay.reduce((total, decisions) => total + decisions, 0))}
              </span>
            </div>
            <Columns
              columns={days.map((day, index) => ({ day, decisions: perDay[index] ?? 0 }))}
              keyOf={({ day }) => day}
              barsOf={({ decisions }) => (decisions > 0 ? [{ value: decisions, color: "bg-accent" }] : [])}
              titleOf={({ day, decisions }) => `${formatDay(day)}: ${formatCount(decisions)}`}
              max={max}
              height="h-10"
            />
          </li>
        ))}
      </ol>
      <div aria-hidden className="-mt-2 flex justify-between text-xs text-muted figures">
        <span>{formatDay(days[0]!)}</span>
        <span>{formatDay(days.at(-1)!)}</span>
      </div>
    </div>
  );
}

function Reasons({ reasons, rejections }: DecisionFigures) {
  if (reasons.length === 0) return <Nothing>No rejections in this period.</Nothing>;
  const rows = reasons.map(({ reason, rejections: count }) => ({
    name: formatReason(reason),
    count,
    share: count / Math.max(1, rejections),
  }));
  return <BarList label={`Reasons for ${formatCount(rejections)} rejections`} rows={rows} />;
}

function SecondRound({ secondRound: { decided, approved, share } }: DecisionFigures) {
  return (
    <div>
      <p className="text-[2rem] leading-10 font-semibold tracking-tight figures">
        {share === null ? <span className="text-xl">{NOT_ENOUGH}</span> : `${share}%`}
      </p>
      <p className="mt-1 text-[0.9375rem] text-muted figures">
        {`${formatCount(approved)} of ${formatCount(decided)} approved${share === null ? ". The share appears after 20 decisions." : ""}`}
      </p>
      {share !== null && <Bar share={share / 100} className="mt-3 h-5" />}
    </div>
  );
}
