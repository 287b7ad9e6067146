import { revokeApiKey } from "@/lib/api-keys/commands";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("revokeApiKey", async ({ viewer, params }) => ({
    data: await revokeApiKey(viewer, params.id),
    message: "Key revoked",
  })),
});
