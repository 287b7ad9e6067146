import "server-only";

const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Africa/Lagos",
});

const shortDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** Formats a day in a table: `2 Mar 2026` for `2026-03-02`. */
export const shortDayWords = (day: string): string => shortDay.format(new Date(day));

/** Formats a point in time in Lagos: `2 March 2026 at 14:05`. */
export const momentWords = (at: Date): string => moment.format(at);
