import { listEvents } from "@/lib/events/queries";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listEvents", async ({ viewer, query }) => {
    const { events, next, hasMore } = await listEvents(viewer, query);
    return { data: events, extra: { next, hasMore } };
  }),
});
