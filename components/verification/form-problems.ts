import { set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import type { z } from "zod";

/** The first message of each field that is wrong, by its dotted path. */
export type Problems = Map<string, string>;

export function addIssues(found: Problems, schema: z.ZodType, values: unknown): Problems {
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const path = issue.path.join(".");
    if (!found.has(path)) found.set(path, issue.message);
  }
  return found;
}

export const resolverFrom =
  <Values extends FieldValues>(problems: (values: Values) => Problems): Resolver<Values> =>
  (values) => {
    const found = problems(values);
    if (found.size === 0) return { values, errors: {} };
    const errors: FieldErrors<Values> = {};
    for (const [path, message] of found) set(errors, path, { type: "validate", message });
    return { values: {}, errors };
  };
