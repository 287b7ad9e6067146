import { route, serve } from "@/lib/http/route";
import { requestInvestment } from "@/lib/investments/commands";
import { listInvestments } from "@/lib/investments/queries";
import { consumeMoneyActLimit } from "@/lib/investments/rate-limit";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listInvestments", async ({ viewer, query }) => {
    const { investments, next } = await listInvestments(viewer.userId, query);
    return { data: investments, extra: { next } };
  }),
  POST: route(
    "requestInvestment",
    async ({ viewer, body }) => ({
      data: await requestInvestment(viewer, body),
      message: "Investment requested",
    }),
    { consumeLimit: consumeMoneyActLimit },
  ),
});
