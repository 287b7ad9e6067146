import { route, serve } from "@/lib/http/route";
import { decideHit } from "@/lib/review/screening/hits";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("decideHit", async ({ viewer, params, body }) => ({
    data: await decideHit(viewer, params.userId, body),
    message: "Decision saved",
  })),
});
