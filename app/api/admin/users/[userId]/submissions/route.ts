import { endpoints } from "@/lib/api/contract";
import { route, serve } from "@/lib/api/route";
import { listSubmissions } from "@/lib/verification/history";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(endpoints.listSubmissions, async ({ viewer, params }) => ({
    data: await listSubmissions(viewer, params.userId),
  })),
});
