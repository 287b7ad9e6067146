import { endpoints } from "@/lib/api/contract";
import { route, serve } from "@/lib/api/route";
import { statistics } from "@/lib/users/statistics";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(endpoints.statistics, async ({ viewer }) => ({ data: await statistics(viewer) })),
});
