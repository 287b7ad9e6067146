import { route, serve } from "@/lib/http/route";
import { requestChanges } from "@/lib/review/decisions/parts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("requestChanges", async ({ viewer, params, body }) => ({
    data: await requestChanges(viewer, params.userId, body),
  })),
});
