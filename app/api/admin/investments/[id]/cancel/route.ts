import { refundPartlyPaid } from "@/lib/bank/manual-receipts";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("returnPartlyPaid", async ({ viewer, params }) => ({
    data: await refundPartlyPaid(viewer, params.id),
    message: "Investment cancelled and refund queued",
  })),
});
