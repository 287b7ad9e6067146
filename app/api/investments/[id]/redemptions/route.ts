import { route, serve } from "@/lib/http/route";
import { consumeMoneyActLimit } from "@/lib/investments/rate-limit";
import { previewRedemption, redeemInvestment } from "@/lib/investments/redemption";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("previewRedemption", async ({ viewer, params, query }) => ({
    data: await previewRedemption(viewer.userId, params.id, query.amount),
  })),
  POST: route(
    "redeemInvestment",
    async ({ viewer, params, body }) => ({
      data: await redeemInvestment(viewer, params.id, body),
      message: "Redeemed",
    }),
    { consumeLimit: consumeMoneyActLimit },
  ),
});
