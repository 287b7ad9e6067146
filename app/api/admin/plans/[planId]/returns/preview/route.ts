import { route, serve } from "@/lib/http/route";
import { previewDeclaration } from "@/lib/investments/declaration-preview";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("previewDeclaration", async ({ params, query }) => ({
    data: await previewDeclaration(params.planId, query),
  })),
});
