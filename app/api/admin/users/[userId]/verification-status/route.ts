import { endpoints } from "@/lib/api/contract";
import { route, serve } from "@/lib/api/route";
import { decideSubmission } from "@/lib/verification/review";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PATCH: route(endpoints.decide, async ({ viewer, params, body }) => ({
    data: await decideSubmission(viewer, params.userId, body),
  })),
});
