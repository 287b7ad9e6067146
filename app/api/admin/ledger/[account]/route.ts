import { route, serve } from "@/lib/http/route";
import { listFirmPostings } from "@/lib/ledger/reports";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listFirmPostings", async ({ params, query }) => {
    const { postings, next } = await listFirmPostings(params.account, query);
    return { data: postings, extra: { next } };
  }),
});
