import { route, serve } from "@/lib/http/route";
import { replayWebhook } from "@/lib/webhooks/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("replayWebhook", async ({ viewer, params, body }) => {
    await replayWebhook(viewer, params.id, body);
    return { message: "Sent again" };
  }),
});
