import { documentProblem } from "@/components/forms/documents";
import { fileRules, individualFiles } from "@/lib/verification/documents";
import { individualFormSchema } from "@/lib/verification/schema";
import type { IndividualVariant } from "@/lib/verification/steps";
import { addIssues, type Problems } from "./form-problems";
import type { WizardValues } from "./individual-form";

/** The first message of each field that is wrong. The rules are the server's own. */
export function problems(values: WizardValues, variant: IndividualVariant): Problems {
  const found = addIssues(new Map(), individualFormSchema(variant), values);
  for (const field of individualFiles) {
    const message = documentProblem(values[field], fileRules[field]);
    if (message) found.set(field, message);
  }
  return found;
}
