import { route, serve } from "@/lib/http/route";
import { listWatchlists } from "@/lib/review/screening/watchlists";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listWatchlists", async ({ viewer }) => ({ data: await listWatchlists(viewer) })),
});
