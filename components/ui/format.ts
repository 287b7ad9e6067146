/** Dates and sizes in Nigerian notation. The time zone is fixed, so that server and browser render the same text. */
const timeZone = "Africa/Lagos";
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone });
const shortDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone });
const seconds = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone });

/** Returns `2 March 2026`, or an empty string for no date or an invalid one. */
export function formatDate(value: string | Date | null | undefined): string {
  const date = toDate(value);
  return date ? day.format(date) : "";
}

/** Returns `2 Mar`, for nearby dates. */
export const formatShortDate = (value: string | Date): string => shortDay.format(new Date(value));

/** Returns a text such as `2 March 2026, 14:05`. */
export function formatDateTime(value: string | Date | null | undefined): string {
  const date = toDate(value);
  return date ? `${day.format(date)}, ${clock.format(date)}` : "";
}

/** Returns `2 Mar, 14:05:09`, for events of the last days that follow each other quickly. */
export const formatTimeWithSeconds = (value: string): string =>
  `${formatShortDate(value)}, ${seconds.format(new Date(value))}`;

/** Returns a time such as `14:05`. */
export function formatTime(value: string | Date): string {
  const date = toDate(value);
  return date ? clock.format(date) : "";
}

/** Returns a size such as `840 KB` or `2.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}

function toDate(value: string | Date | null | undefined): Date | null {
  if (!value) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

const integer = new Intl.NumberFormat("en-NG", { maximumFractionDigits: 0 });
export const formatCount = (value: number): string => integer.format(value);
