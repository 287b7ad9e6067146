import { route, serve } from "@/lib/http/route";
import { matchLine } from "@/lib/payments/incoming/decide";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("matchLine", async ({ viewer, params, body }) => ({
    data: await matchLine(viewer, params.id, body),
    message: "Line matched",
  })),
});
