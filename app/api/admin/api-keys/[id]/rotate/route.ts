import { rotateApiKey } from "@/lib/api-keys/commands";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("rotateApiKey", async ({ viewer, params, body }) => ({
    data: await rotateApiKey(viewer, params.id, body.overlapHours),
    message: "Key rotated",
  })),
});
