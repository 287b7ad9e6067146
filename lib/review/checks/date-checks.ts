import "server-only";
import { ADULT_YEARS, yearsBetween } from "@/lib/age";
import { defineCheck, quote } from "./check";

/** Checks that the date of birth fits the age bracket. The startup form does not ask for a date of birth: its applicants are adults. */
export const age = defineCheck(
  "age",
  ({ personal, today }) =>
    personal && {
      fields: ["personal.dateOfBirth", ...(personal.ageBracket ? ["personal.ageBracket"] : [])],
      compared: {
        years: yearsBetween(personal.dateOfBirth, today),
        bracket: personal.ageBracket ?? null,
      },
    },
  ({ years, bracket }) => {
    const isAdult = years >= ADULT_YEARS;
    const old = `According to the date of birth, the applicant is ${years} ${years === 1 ? "year" : "years"} old`;
    if (bracket === null)
      return isAdult
        ? ["passed", `${old}.`]
        : ["warning", `${old}, but the startup form is for adults only.`];
    const chosen = bracket === "adult" ? "Adult" : "Minor";
    return (bracket === "adult") === isAdult
      ? ["passed", `${old}, which matches ${quote(chosen)}.`]
      : ["warning", `${old}, but the age bracket is ${quote(chosen)}.`];
  },
);

/**
 * Checks that the date of incorporation is in the past. The form accepts any text of at least four characters (product 10.5), so
 * sometimes only the year can be parsed.
 */
export const incorporation = defineCheck(
  "incorporation",
  ({ corporate, today }) =>
    corporate && {
      fields: ["corporate.company.dateOfIncorporation"],
      compared: { date: corporate.company.dateOfIncorporation.trim(), today },
    },
  ({ date, today }) => {
    const readable = /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? /\b(?:18|19|2\d)\d{2}\b/.exec(date)?.[0];
    if (!readable) return ["unavailable", `There is no year in ${quote(date)}.`];
    return readable > today.slice(0, readable.length)
      ? ["warning", `The date of incorporation, ${quote(date)}, is in the future.`]
      : ["passed", "The date of incorporation has passed."];
  },
);
