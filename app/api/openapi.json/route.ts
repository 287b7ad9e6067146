import { openApiDocument } from "@/lib/contract/openapi";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("openapi", () =>
    Promise.resolve(
      Response.json(openApiDocument(), { headers: { "cache-control": "public, max-age=300" } }),
    ),
  ),
});
