import { route, serve } from "@/lib/http/route";
import { listSavedFilters, saveFilter } from "@/lib/review/saved-filters/saved-filters";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listSavedFilters", async ({ viewer }) => ({ data: await listSavedFilters(viewer) })),
  POST: route("saveFilter", async ({ viewer, body }) => ({
    data: await saveFilter(viewer, body),
    message: `Filter "${body.name}" saved`,
  })),
});
