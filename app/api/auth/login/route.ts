import { route, serve } from "@/lib/http/route";
import { createSessionResponse } from "@/lib/http/session-response";
import { login } from "@/lib/auth/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("login", async ({ body, client }) => createSessionResponse(await login(body, client))),
});
