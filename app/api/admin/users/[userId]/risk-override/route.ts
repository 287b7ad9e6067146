import { route, serve } from "@/lib/http/route";
import { proposeRiskOverride } from "@/lib/review/risk/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("proposeRiskOverride", async ({ viewer, params, body }) => {
    await proposeRiskOverride(viewer, params.userId, body);
    return { message: "Requested" };
  }),
});
