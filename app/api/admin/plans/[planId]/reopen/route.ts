import { route, serve } from "@/lib/http/route";
import { reopenPlan } from "@/lib/plans/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("reopenPlan", async ({ viewer, params, body }) => ({
    data: await reopenPlan(viewer, { ...params, ...body }),
    message: "Plan reopened",
  })),
});
