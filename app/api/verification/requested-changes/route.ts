import { route, serve } from "@/lib/http/route";
import { listRequestedChanges } from "@/lib/onboarding/submission/requested-changes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listRequestedChanges", async ({ viewer }) => ({
    data: await listRequestedChanges(viewer.userId),
  })),
});
