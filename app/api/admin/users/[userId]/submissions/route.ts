import { route, serve } from "@/lib/http/route";
import { listSubmissions } from "@/lib/review/cases/submission-history";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listSubmissions", async ({ viewer, params }) => ({
    data: await listSubmissions(viewer, params.userId),
  })),
});
