import "server-only";
import type { plans } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const planSummaries: Record<keyof typeof plans, string> = {
  listPlans: "List all plans with their states, drafts too",
  createPlan: "Add a plan as a draft; audited",
  getPlan: "Get a plan with its published version and the next one",
  editPlan: "Store the next version of a plan, 409 if another administrator has changed it; audited",
  publishPlan: "Publish the next version of a plan, which then never changes, and open the plan; audited",
  closePlan: "Close a plan to new investments; audited",
  reopenPlan: "Open a closed plan again; audited",
};
