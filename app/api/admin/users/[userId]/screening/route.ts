import { route, serve } from "@/lib/http/route";
import { listHits } from "@/lib/review/screening/hits";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listHits", async ({ viewer, params }) => ({
    data: await listHits(viewer, params.userId),
  })),
});
