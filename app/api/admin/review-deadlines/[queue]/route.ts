import { route, serve } from "@/lib/http/route";
import { setReviewDeadline } from "@/lib/calendar/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("setReviewDeadline", async ({ viewer, params, body }) => ({
    data: await setReviewDeadline(viewer, { ...params, ...body }),
  })),
});
