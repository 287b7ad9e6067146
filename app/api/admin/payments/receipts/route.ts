import { listOpenReceipts } from "@/lib/bank/open-receipts";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listOpenReceipts", async () => ({ data: await listOpenReceipts() })),
});
