import "server-only";
import type { plans } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const planSummaries: Record<keyof typeof plans, string> = {
  listPlans: "List all plans with their states, including drafts",
  createPlan: "Add a plan as a draft; audited",
  getPlan: "Get a plan with its published version and the next one",
  editPlan: "Save the next version of a plan, 409 if another administrator has changed it; audited",
  publishPlan:
    "Propose to publish the next version of a plan, which can then never be changed, and to open the plan; another administrator confirms it; audited",
  closePlan: "Close a plan to new investments; audited",
  reopenPlan: "Reopen a closed plan; audited",
};
