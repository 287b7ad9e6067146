import { route, serve } from "@/lib/http/route";
import { makeWebhook } from "@/lib/webhooks/commands";
import { listWebhooks } from "@/lib/webhooks/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listWebhooks", async () => ({ data: await listWebhooks() })),
  POST: route("makeWebhook", async ({ viewer, body }) => ({
    data: await makeWebhook(viewer, body),
    message: "Webhook made",
  })),
});
