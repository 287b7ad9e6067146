import { can } from "@/lib/rights";
import { rightsOf } from "@/lib/rights-of-duty";
import type { Duty } from "@/lib/roles";

/** Whether a change of duty grants a right that the present duty does not have. */
export const addsRights = (from: Duty, to: Duty): boolean =>
  rightsOf(to).some((right) => !can({ role: "admin", isSuper: false, duty: from }, right));
