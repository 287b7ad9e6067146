import { route, serve } from "@/lib/http/route";
import { stopPayouts } from "@/lib/payouts/stops";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("stopPayouts", async ({ viewer, params, body }) => {
    await stopPayouts(viewer, params.userId, body.note);
    return { message: "Payouts stopped" };
  }),
});
