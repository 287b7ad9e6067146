import { lagosDay } from "@/lib/lagos-day";

const ADULT_YEARS = 18;

/** Whether somebody born on that day is of age in Nigeria on another; from the eighteenth birthday on. */
const isAdult = (dateOfBirth: string, today: string): boolean =>
  `${Number(dateOfBirth.slice(0, 4)) + ADULT_YEARS}${dateOfBirth.slice(4)}` <= today;

/** A hint beside the date of birth when it does not fit the age bracket; it warns and never blocks. */
export function ageHint(ageBracket: string, dateOfBirth: string, now: Date = new Date()): string | null {
  const today = lagosDay(now);
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(dateOfBirth) || dateOfBirth >= today) return null;
  const adult = isAdult(dateOfBirth, today);
  if (ageBracket === "adult" && !adult) return "This date makes you under 18, but you chose Adult above";
  if (ageBracket === "minor" && adult) return "This date makes you 18 or older, but you chose Minor above";
  return null;
}
