import { route, serve } from "@/lib/http/route";
import { switchWebhook } from "@/lib/webhooks/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("switchWebhook", async ({ viewer, params, body: { on } }) => ({
    data: await switchWebhook(viewer, params.id, on),
    message: on ? "Webhook switched on" : "Webhook switched off",
  })),
});
