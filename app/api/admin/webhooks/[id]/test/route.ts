import { route, serve } from "@/lib/http/route";
import { testWebhook } from "@/lib/webhooks/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("testWebhook", async ({ viewer, params }) => ({
    data: await testWebhook(viewer, params.id),
    status: 201,
    message: "Test sent",
  })),
});
