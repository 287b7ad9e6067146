import { route, serve } from "@/lib/http/route";
import { listPartReviews, reviewPart } from "@/lib/review/decisions/parts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listPartReviews", async ({ viewer, params }) => ({
    data: await listPartReviews(viewer, params.userId),
  })),
  PUT: route("reviewPart", async ({ viewer, params, body }) => ({
    data: await reviewPart(viewer, params.userId, body),
  })),
});
