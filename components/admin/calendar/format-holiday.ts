import { lagosDay } from "@/lib/dates";
import type { HolidayDto } from "@/lib/calendar/schema";

const format = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns `Friday, 25 December 2026` for `2026-12-25`; the weekday shows whether the holiday matters. */
export const formatHoliday = (date: string): string =>
  format.format(new Date(date)).replace(/^(\w+) /, "$1, ");

/** Returns the name of a holiday: one that is past is no longer expected. */
export const holidayName = ({ date, name }: HolidayDto): string =>
  date < lagosDay() ? name.replace(/ \(expected\)$/, "") : name;
