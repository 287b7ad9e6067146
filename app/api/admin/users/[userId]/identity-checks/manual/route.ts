import { route, serve } from "@/lib/http/route";
import { recordManualCheck } from "@/lib/review/identity-checks/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("recordManualCheck", async ({ viewer, params, body }) => ({
    data: await recordManualCheck(viewer, params.userId, body),
    message: "Comparison saved",
  })),
});
