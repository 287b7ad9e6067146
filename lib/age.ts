import { lagosDay } from "@/lib/dates";

/** Ages, in whole years; days are `YYYY-MM-DD`. Safe in the browser. */
export const ADULT_YEARS = 18;

/** Returns the number of whole years from one day to another. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** Returns whether a person with this date of birth is an adult on a day. */
export const isAdult = (dateOfBirth: string, day: string): boolean =>
  yearsBetween(dateOfBirth, day) >= ADULT_YEARS;

/** Returns whether a person with this date of birth is under 18 today in Lagos. */
export const isMinorToday = (dateOfBirth: string): boolean => !isAdult(dateOfBirth, lagosDay());
