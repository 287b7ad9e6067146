import { route, serve } from "@/lib/http/route";
import { changeWebhook, deleteWebhook } from "@/lib/webhooks/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("changeWebhook", async ({ viewer, params, body }) => ({
    data: await changeWebhook(viewer, params.id, body),
    message: "Webhook changed",
  })),
  DELETE: route("deleteWebhook", async ({ viewer, params }) => {
    await deleteWebhook(viewer, params.id);
    return { message: "Webhook deleted" };
  }),
});
