import { rightsOfDuty, type Duty } from "@/lib/rights";

/** Whether a change of duty grants a right that the present duty does not have. */
export const addsRights = (from: Duty, to: Duty): boolean =>
  rightsOfDuty[to].some((right) => !rightsOfDuty[from].includes(right));
