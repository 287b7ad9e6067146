import { route, serve } from "@/lib/http/route";
import { listReviewDates } from "@/lib/review/risk/renewals";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listReviewDates", async ({ viewer, query }) => {
    const { reviews, next } = await listReviewDates(viewer, query);
    return { data: reviews, extra: { next } };
  }),
});
