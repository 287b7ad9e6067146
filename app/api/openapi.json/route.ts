import { endpoints } from "@/lib/api/contract";
import { openApiDocument } from "@/lib/api/openapi";
import { route, serve } from "@/lib/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(endpoints.openapi, () =>
    Promise.resolve(
      Response.json(openApiDocument(), { headers: { "cache-control": "public, max-age=300" } }),
    ),
  ),
});
