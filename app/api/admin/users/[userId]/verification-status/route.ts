import { route, serve } from "@/lib/http/route";
import { decideSubmission } from "@/lib/review/decisions/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PATCH: route("decide", async ({ viewer, params, body }) => ({
    data: await decideSubmission(viewer, params.userId, body),
  })),
});
