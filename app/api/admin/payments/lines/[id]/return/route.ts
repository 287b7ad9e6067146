import { refundLine } from "@/lib/bank/commands";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("returnLine", async ({ viewer, params }) => ({
    data: await refundLine(viewer, params.id),
    message: "Refund queued",
  })),
});
