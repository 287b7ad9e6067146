import { recogniseReceipt } from "@/lib/bank/fulfil-receipts";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("recogniseReceipt", async ({ viewer, params, body }) => ({
    data: await recogniseReceipt(viewer, params.id, body.receiptId),
    message: "Statement line matched",
  })),
});
