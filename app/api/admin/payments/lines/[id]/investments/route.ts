import { listMatchChoices } from "@/lib/bank/queries";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listMatchChoices", async ({ params, query }) => ({
    data: await listMatchChoices(params.id, query.q),
  })),
});
