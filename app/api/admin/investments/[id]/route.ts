import { route, serve } from "@/lib/http/route";
import { getInvestmentBooks } from "@/lib/investments/ledger-queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getInvestmentBooks", async ({ viewer, params }) => ({
    data: await getInvestmentBooks(viewer, params.id),
  })),
});
