import { route, serve } from "@/lib/http/route";
import { getInvestmentLedger } from "@/lib/investments/ledger-queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getInvestmentBooks", async ({ viewer, params }) => ({
    data: await getInvestmentLedger(viewer, params.id),
  })),
});
