"use client";

import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { formatDate } from "@/components/ui/format";
import type { StatisticsDto } from "@/lib/users/dto";
import { formatCount } from "./labels";
import { PlainTable } from "./plain-table";

type Weeks = StatisticsDto["weeks"];
type Week = Weeks[number];

/** The Monday in Lagos, short: `16 Nov`. */
const shortDay = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  timeZone: "Africa/Lagos",
});
const monday = (week: string) => new Date(`${week}T12:00:00+01:00`);

/** Two rows of bars over the same weeks, each with its own scale. The week under the pointer is told in words above them. */
export function WeeklyChart({ weeks }: { weeks: Weeks }) {
  const [pointed, setPointed] = useState<Week | null>(null);
  const told = pointed ?? weeks.at(-1);
  const registered = Math.max(1, ...weeks.map((week) => week.registered));
  const decided = Math.max(1, ...weeks.map((week) => week.approved + week.rejected));

  return (
    <figure className="grid gap-3" onPointerLeave={() => setPointed(null)}>
      {told && (
        <figcaption className="text-[0.9375rem] leading-6">
          <span className="font-medium">
            {told === weeks.at(-1) ? "This week" : `Week of ${formatDate(monday(told.week))}`}
          </span>
          <span className="block text-muted figures">
            {formatCount(told.registered)} registered, {formatCount(told.approved)} approved,{" "}
            {formatCount(told.rejected)} rejected
          </span>
        </figcaption>
      )}
      <div
        role="img"
        aria-label="Chart of registrations and decisions over the last 12 weeks. Choose Show table for the same figures."
        className="grid gap-4"
      >
        <Bars title="Registrations" most={registered}>
          {weeks.map((week) => (
            <Column key={week.week} active={week === pointed} onPoint={() => setPointed(week)}>
              <Bar part={week.registered / registered} className="bg-accent" />
            </Column>
          ))}
        </Bars>
        <Bars title="Decisions" most={decided}>
          {weeks.map((week) => (
            <Column key={week.week} active={week === pointed} onPoint={() => setPointed(week)}>
              <Bar part={week.rejected / decided} className="bg-danger" />
              <Bar part={week.approved / decided} className="bg-accent" />
            </Column>
          ))}
        </Bars>
        <div className="flex pl-9 text-xs text-muted figures">
          {weeks.map((week, index) => (
            <span key={week.week} className="flex-1 text-center whitespace-nowrap">
              {index % 3 === 2 ? shortDay.format(monday(week.week)) : ""}
            </span>
          ))}
        </div>
      </div>
      <ul className="flex gap-5 pl-9 text-sm text-muted">
        <Key className="bg-accent">Approved</Key>
        <Key className="bg-danger">Rejected</Key>
      </ul>
    </figure>
  );
}

function Bars({ title, most, children }: { title: string; most: number; children: React.ReactNode }) {
  return (
    <div>
      <div className="mb-1 pl-9 text-sm text-muted">{title}</div>
      <div className="flex">
        <div className="flex w-9 flex-col justify-between pr-2 text-right text-xs text-muted figures">
          <span className="-mt-1.5">{formatCount(most)}</span>
          <span className="-mb-1.5">0</span>
        </div>
        <div className="flex h-20 flex-1 border-t border-b border-line border-t-line/60">{children}</div>
      </div>
    </div>
  );
}

function Column({
  active,
  onPoint,
  children,
}: {
  active: boolean;
  onPoint: () => void;
  children: React.ReactNode;
}) {
  return (
    <div
      onPointerEnter={onPoint}
      onPointerDown={onPoint}
      className={cn("flex min-w-0 flex-1 flex-col justify-end px-[2px] sm:px-1", active && "bg-sunken")}
    >
      {children}
    </div>
  );
}

/** Anything above nothing can be seen. */
function Bar({ part, className }: { part: number; className: string }) {
  if (part <= 0) return null;
  return (
    <div
      style={{ height: `max(2px, ${part * 100}%)` }}
      className={cn("w-full first:rounded-t-[3px]", className)}
    />
  );
}

function Key({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className={cn("size-2.5 rounded-[3px]", className)} />
      {children}
    </li>
  );
}

export function WeeksTable({ weeks }: { weeks: Weeks }) {
  return (
    <PlainTable
      label="Registrations and decisions per week"
      head={["Week of", "Registered", "Approved", "Rejected"]}
      rows={[...weeks]
        .reverse()
        .map((week) => [
          shortDay.format(monday(week.week)),
          formatCount(week.registered),
          formatCount(week.approved),
          formatCount(week.rejected),
        ])}
    />
  );
}
