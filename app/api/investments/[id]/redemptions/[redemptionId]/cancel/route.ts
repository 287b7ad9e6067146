import { cancelRedemption } from "@/lib/corrections/undo";
import { route, serve } from "@/lib/http/route";
import { consumeMoneyActLimit } from "@/lib/investments/rate-limit";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route(
    "cancelRedemption",
    async ({ viewer, params }) => ({
      data: await cancelRedemption(viewer, params.id, params.redemptionId),
      message: "Cancelled",
    }),
    { consumeLimit: consumeMoneyActLimit },
  ),
});
