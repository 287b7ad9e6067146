import { route, serve } from "@/lib/http/route";
import { rotateWebhookSecret } from "@/lib/webhooks/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("rotateWebhookSecret", async ({ viewer, params, body }) => ({
    data: await rotateWebhookSecret(viewer, params.id, body.overlapHours),
    message: "Secret rotated",
  })),
});
