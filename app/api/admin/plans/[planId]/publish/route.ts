import { route, serve } from "@/lib/http/route";
import { publishPlan } from "@/lib/plans/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("publishPlan", async ({ viewer, params, body }) => ({
    data: await publishPlan(viewer, { ...params, ...body }),
  })),
});
