import { documentProblem } from "@/components/forms/documents";
import { corporateFormSchema } from "@/lib/verification/corporate-schema";
import { corporateRule, documentsOf, isRequired, type CorporateValues } from "./corporate-form";
import { addIssues, type Problems } from "./form-problems";

/** The first message of each field that is wrong. The rules are the server's own. */
export function corporateProblems(values: CorporateValues): Problems {
  const found = addIssues(new Map(), corporateFormSchema, values);
  for (const { field, value } of documentsOf(values)) {
    const message = documentProblem(value, corporateRule(field), isRequired(field));
    if (message) found.set(field, message);
  }
  return found;
}
