import { route, serve } from "@/lib/http/route";
import { deleteSavedFilter } from "@/lib/review/saved-filters/saved-filters";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  DELETE: route("deleteSavedFilter", async ({ viewer, params }) => ({
    data: await deleteSavedFilter(viewer, params.filterId),
  })),
});
