import { route, serve } from "@/lib/http/route";
import { listDeliveries } from "@/lib/webhooks/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listDeliveries", async ({ params, query }) => {
    const { deliveries, next } = await listDeliveries(params.id, query);
    return { data: deliveries, extra: { next } };
  }),
});
