import { route, serve } from "@/lib/http/route";
import { declareReturn, listDeclarations } from "@/lib/investments/declared-returns";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listDeclarations", async ({ params }) => ({ data: await listDeclarations(params.planId) })),
  POST: route("declareReturn", async ({ viewer, params, body }) => ({
    data: await declareReturn(viewer, params.planId, body),
  })),
});
