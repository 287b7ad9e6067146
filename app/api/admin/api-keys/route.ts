import { listApiKeys, makeApiKey } from "@/lib/api-keys/commands";
import { keyScopes } from "@/lib/contract/key-scopes";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listApiKeys", async () => ({ data: await listApiKeys(), extra: { scopes: keyScopes() } })),
  POST: route("makeApiKey", async ({ viewer, body }) => ({
    data: await makeApiKey(viewer, body, keyScopes()),
    message: "Key made",
  })),
});
