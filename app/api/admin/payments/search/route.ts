import { route, serve } from "@/lib/http/route";
import { searchPayments } from "@/lib/payouts/search";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("searchPayments", async ({ viewer, query }) => ({
    data: await searchPayments(viewer, query.q),
  })),
});
