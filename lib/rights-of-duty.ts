import { rightsOfDuty, type Right } from "./rights.ts";
import type { Duty } from "./roles.ts";

/** Returns the rights of a duty, of each subject the one that includes the others. */
export const rightsOf = (duty: Duty): Right[] =>
  Object.entries(rightsOfDuty[duty]).map(([subject, verb]) => `${subject}.${verb}` as Right);
