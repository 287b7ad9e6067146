import { listActs } from "@/lib/acts/queries";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listActs", async ({ query }) => {
    const { acts, next } = await listActs(query);
    return { data: acts, extra: { next } };
  }),
});
