import { route, serve } from "@/lib/http/route";
import { reviewPart } from "@/lib/review/decisions/parts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("reviewPart", async ({ viewer, params, body }) => ({
    data: await reviewPart(viewer, params.userId, body),
  })),
});
