import { listPayoutChoices } from "@/lib/bank/payout-candidates";
import { route, serve } from "@/lib/http/route";
import { matchPayouts } from "@/lib/payouts/settlement";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listPayoutChoices", async ({ params, query }) => ({
    data: await listPayoutChoices(params.id, query.q),
  })),
  POST: route("matchPayouts", async ({ viewer, params, body }) => ({
    data: await matchPayouts(viewer, params.id, body.payoutIds),
    message: "Statement line matched",
  })),
});
