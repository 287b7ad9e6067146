import { route, serve } from "@/lib/http/route";
import { listReviewDeadlines } from "@/lib/review/business-days";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listReviewDeadlines", async () => ({ data: await listReviewDeadlines() })),
});
