import { route, serve } from "@/lib/http/route";
import { listTimeline } from "@/lib/review/cases/timeline";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listTimeline", async ({ viewer, params }) => ({
    data: await listTimeline(viewer, params.userId),
  })),
});
