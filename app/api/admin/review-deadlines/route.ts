import { route, serve } from "@/lib/http/route";
import { listReviewDeadlines } from "@/lib/calendar/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listReviewDeadlines", async () => ({ data: await listReviewDeadlines() })),
});
