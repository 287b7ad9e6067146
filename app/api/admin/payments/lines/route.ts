import { listLines } from "@/lib/bank/queries";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listStatementLines", async ({ query }) => {
    const { lines, next, totals } = await listLines(query);
    return { data: lines, extra: { next, totals } };
  }),
});
