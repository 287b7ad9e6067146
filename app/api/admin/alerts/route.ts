import { route, serve } from "@/lib/http/route";
import { listAlerts } from "@/lib/review/screening/alerts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listAlerts", async ({ viewer, query }) => {
    const { alerts, next } = await listAlerts(viewer, query);
    return { data: alerts, extra: { next } };
  }),
});
