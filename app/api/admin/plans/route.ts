import { route, serve } from "@/lib/http/route";
import { createPlan } from "@/lib/plans/commands";
import { listAllPlans } from "@/lib/plans/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listPlans", async () => ({ data: await listAllPlans() })),
  POST: route("createPlan", async ({ viewer, body }) => ({
    data: await createPlan(viewer, body),
    message: "Plan created",
  })),
});
