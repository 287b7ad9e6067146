import { recordReceipt } from "@/lib/bank/manual-receipts";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("recordReceipt", async ({ viewer, params, body }) => ({
    data: await recordReceipt(viewer, params.id, body),
    message: "Receipt recorded",
  })),
});
