import { decideDueDiligence } from "@/lib/due-diligence/decisions";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("decideDueDiligence", async ({ viewer, params, body }) => ({
    data: await decideDueDiligence(viewer, params.id, body),
  })),
});
