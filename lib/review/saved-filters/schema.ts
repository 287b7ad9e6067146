import * as z from "zod";
import { verificationStatuses } from "@/lib/roles";
import { text } from "@/lib/forms/atoms";
import { assignmentFilters, caseOrders, caseRoles } from "../cases/schema";

/** Input and answers of the calls about saved filters (product 10.23). Safe in the browser. */
export const MAX_SAVED_FILTERS = 20;
export const MAX_FILTER_NAME = 40;

/**
 * The filters of the queue that can be saved. Not its search text, which is a name, an email address or a phone number, and would be stored
 * longer than the account it belongs to.
 */
export const savedQuery = z.object({
  status: z.enum(["all", ...verificationStatuses]),
  role: z.enum(caseRoles),
  assignment: z.enum(assignmentFilters),
  order: z.enum(caseOrders),
});
export type SavedQuery = z.output<typeof savedQuery>;

export const saveFilterSchema = z.object({
  name: text(1, "Enter a name", MAX_FILTER_NAME),
  query: savedQuery,
  /** Whether a filter of that name may be replaced. */
  replace: z.boolean().default(false),
});
export type SaveFilter = z.output<typeof saveFilterSchema>;

export const savedFilterDto = z.object({ _id: z.string(), name: z.string(), query: savedQuery });
export type SavedFilterDto = z.output<typeof savedFilterDto>;
