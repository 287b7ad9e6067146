import { route, serve } from "@/lib/http/route";
import { getReview } from "@/lib/review/review";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getReview", async ({ viewer, params }) => ({ data: await getReview(viewer, params.userId) })),
});
