import { route, serve } from "@/lib/http/route";
import { statistics } from "@/lib/review/figures/statistics";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("statistics", async ({ viewer }) => ({ data: await statistics(viewer) })),
});
