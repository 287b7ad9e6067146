import { route, serve } from "@/lib/http/route";
import { listDue } from "@/lib/payouts/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listDue", async ({ query }) => {
    const { due, next } = await listDue(query);
    return { data: due, extra: { next } };
  }),
});
