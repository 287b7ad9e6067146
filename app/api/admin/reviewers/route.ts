import { route, serve } from "@/lib/http/route";
import { listReviewers } from "@/lib/review/cases/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listReviewers", async () => ({ data: await listReviewers() })),
});
