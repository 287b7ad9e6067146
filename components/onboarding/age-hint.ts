import { isAdult } from "@/lib/age";
import { lagosDay } from "@/lib/dates";

/** Returns a warning if the date of birth contradicts the age bracket, or null. It never blocks the form. */
export function ageHint(ageBracket: string, dateOfBirth: string, now: Date = new Date()): string | null {
  const today = lagosDay(now);
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(dateOfBirth) || dateOfBirth >= today) return null;
  const adult = isAdult(dateOfBirth, today);
  if (ageBracket === "adult" && !adult) return "This date makes you under 18, but you chose Adult above";
  if (ageBracket === "minor" && adult) return "This date makes you 18 or older, but you chose Minor above";
  return null;
}
