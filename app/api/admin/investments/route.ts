import { route, serve } from "@/lib/http/route";
import { listAllInvestments } from "@/lib/investments/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listAllInvestments", async ({ query }) => {
    const { investments, next } = await listAllInvestments(query);
    return { data: investments, extra: { next } };
  }),
});
