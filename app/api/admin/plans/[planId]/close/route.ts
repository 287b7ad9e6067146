import { route, serve } from "@/lib/http/route";
import { closePlan } from "@/lib/plans/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("closePlan", async ({ viewer, params, body }) => ({
    data: await closePlan(viewer, { ...params, ...body }),
    message: "Plan closed",
  })),
});
