import { route, serve } from "@/lib/http/route";
import { findDuplicates } from "@/lib/review/duplicates/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listDuplicates", async ({ viewer, params, query }) => ({
    data: await findDuplicates(viewer, params.userId, query.with),
  })),
});
