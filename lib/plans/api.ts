import * as z from "zod";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { adminPlanDto, editPlanSchema, planContent, planRevision, planSummaryDto } from "./schema";

const params = z.object({ planId: z.uuid().toLowerCase() });
/** Changes that affect investors. */
const act = {
  proofMinutes: PROOF_MINUTES,
  params,
  body: planRevision,
  data: adminPlanDto,
  failures: ["CONFLICT", "RECENTLY_RESET"],
} as const;

/** Investment plans in the back office (product 10.30). */
export const plans = {
  listPlans: endpoint("GET", "/api/admin/plans", "money.read", {
    data: z.array(planSummaryDto),
    fallback: "Could not load the plans",
  }),
  createPlan: endpoint("POST", "/api/admin/plans", "money.act", {
    body: planContent,
    status: 201,
    data: adminPlanDto,
    failures: ["CONFLICT"],
    fallback: "Could not create the plan",
  }),
  getPlan: endpoint("GET", "/api/admin/plans/{planId}", "money.read", {
    params,
    data: adminPlanDto,
    fallback: "Could not load the plan",
  }),
  editPlan: endpoint("PUT", "/api/admin/plans/{planId}", "money.act", {
    params,
    body: editPlanSchema,
    data: adminPlanDto,
    failures: ["CONFLICT"],
    fallback: "Could not save the plan",
  }),
  publishPlan: endpoint("POST", "/api/admin/plans/{planId}/publish", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: planRevision,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Could not publish the plan",
  }),
  closePlan: endpoint("POST", "/api/admin/plans/{planId}/close", "money.act", {
    ...act,
    fallback: "Could not close the plan",
  }),
  reopenPlan: endpoint("POST", "/api/admin/plans/{planId}/reopen", "money.act", {
    ...act,
    fallback: "Could not reopen the plan",
  }),
};
