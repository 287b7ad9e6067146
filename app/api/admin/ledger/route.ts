import { route, serve } from "@/lib/http/route";
import { getTrialBalance } from "@/lib/ledger/reports";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getTrialBalance", async () => ({ data: await getTrialBalance() })),
});
