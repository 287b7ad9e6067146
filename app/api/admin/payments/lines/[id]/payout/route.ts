import { route, serve } from "@/lib/http/route";
import { matchPayout } from "@/lib/payouts/settlement";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("matchPayout", async ({ viewer, params, body }) => ({
    data: await matchPayout(viewer, params.id, body.payoutId),
    message: "Statement line matched",
  })),
});
