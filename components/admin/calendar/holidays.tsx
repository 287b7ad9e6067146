"use client";

import { CalendarDays, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Allowed } from "@/components/auth/allowed";
import { useRemovalFocus } from "@/components/admin/use-removal-focus";
import { Button, IconButton } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import type { HolidayDto } from "@/lib/calendar/schema";
import { formatHoliday, holidayName } from "./format-holiday";
import { AddHoliday, RemoveHoliday } from "./holiday-dialogs";

/** Lists the public holidays by year, to add and remove. */
export function Holidays({ holidays }: { holidays: readonly HolidayDto[] }) {
  const [open, setOpen] = useState<"add" | HolidayDto | null>(null);
  const { section, onRemoved } = useRemovalFocus(holidays);
  const close = () => setOpen(null);
  const years = Object.entries(Object.groupBy(holidays, ({ date }) => date.slice(0, 4)));
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="holidays" className="rounded-card">
      <Card>
        <div className="grid items-start justify-items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <CardHeading id="holidays" title="Public holidays">
            Holidays that depend on the moon are marked as expected: correct them once the government declares
            them. Days in lieu of a weekend count only if you add them.
          </CardHeading>
          <Allowed to="site.change">
            <Button icon={<Plus aria-hidden className="size-5" />} onClick={() => setOpen("add")}>
              Add holiday
            </Button>
          </Allowed>
        </div>
        {years.length === 0 && (
          <EmptyState
            level="h3"
            className="mt-4 py-8"
            title="No holidays yet"
            icon={<CalendarDays className="size-6" />}
          >
            Without holidays, every day from Monday to Friday is a business day.
          </EmptyState>
        )}
        {years.map(([year, ofYear]) => (
          <div key={year}>
            <h3 className="mt-6 font-semibold figures">{year}</h3>
            <ul className="mt-2 divide-y divide-line border-y border-line" aria-label={`Holidays in ${year}`}>
              {ofYear?.map((holiday) => (
                <HolidayRow key={holiday.date} holiday={holiday} onRemove={() => setOpen(holiday)} />
              ))}
            </ul>
          </div>
        ))}
      </Card>
      {open === "add" && <AddHoliday holidays={holidays} onClose={close} />}
      {open !== null && open !== "add" && (
        <RemoveHoliday holiday={open} onRemoved={onRemoved} onClose={close} />
      )}
    </section>
  );
}

function HolidayRow({ holiday, onRemove }: { holiday: HolidayDto; onRemove: () => void }) {
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block font-medium">{holidayName(holiday)}</span>
        <span className="text-[0.9375rem] text-muted">{formatHoliday(holiday.date)}</span>
      </span>
      <Allowed to="site.change">
        <IconButton
          label={`Remove ${holidayName(holiday)}, ${formatHoliday(holiday.date)}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </Allowed>
    </li>
  );
}
