import { route, serve } from "@/lib/http/route";
import { listNameChecks } from "@/lib/review/cases/profile-changes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listNameChecks", async ({ viewer }) => {
    const { checks, hasMore } = await listNameChecks(viewer);
    return { data: checks, extra: { hasMore } };
  }),
});
