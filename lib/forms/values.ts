import { findLocalGovernment, findState, localGovernmentsOf, OTHER } from "@/lib/reference";
import { assemble, entriesOf, nameOf, type Fields } from "./definition";

type Texts = Readonly<Record<string, string>>;

/**
 * Returns `base` with the texts in `given`. Unknown keys are ignored, place names are normalized, a local government that is not in the
 * state's list is moved to the `Other` field, and unknown options are dropped (product 4.4).
 */
export function withTexts<T extends Texts>(fields: Fields, base: T, given: unknown): T {
  const values = new Map(
    Object.entries(base).map(([key, before]) => {
      const text: unknown = typeof given === "object" && given !== null ? Reflect.get(given, key) : undefined;
      return [key, typeof text === "string" ? text : before];
    }),
  );
  for (const [key, { input, initial = "" }] of entriesOf(fields)) {
    const value = values.get(key);
    if (!value) continue;
    if (input.kind === "state") values.set(key, findState(value) ?? value);
    if (input.kind === "select" && !input.options.includes(value)) values.set(key, initial);
    if (input.kind !== "localGovernment" || value === OTHER) continue;
    const state = values.get(input.state);
    const known = state && findLocalGovernment(state, value);
    values.set(key, known || (state ? OTHER : ""));
    if (state && !known) values.set(otherFieldOf(fields, key), value);
  }
  return assemble([...values]);
}

/** Returns `base` with the answers from a group. An answer that is not an option becomes `Other`, and its text goes to the field for it. */
export function withAnswers<T extends Texts>(fields: Fields, base: T, answers: object | null | undefined): T {
  const given = new Map<string, unknown>();
  for (const [key, field] of entriesOf(fields)) {
    if (field.otherOf || !answers) continue;
    const answer: unknown = Reflect.get(answers, nameOf(key, field));
    const isOther =
      typeof answer === "string" && field.input.kind === "select" && !field.input.options.includes(answer);
    given.set(key, isOther ? OTHER : answer);
    if (isOther) given.set(otherFieldOf(fields, key), answer);
  }
  return withTexts(fields, base, Object.fromEntries(given));
}

const otherFieldOf = (fields: Fields, key: string): string =>
  entriesOf(fields).find(([, { otherOf }]) => otherOf === key)?.[0] ?? key;

/** Returns the local government after a change of state: unchanged if it belongs to the new state, otherwise empty. */
export function localGovernmentAfterStateChange(state: string, localGovernment: string): string {
  if (localGovernment === OTHER) return OTHER;
  return localGovernmentsOf(state).includes(localGovernment) ? localGovernment : "";
}
