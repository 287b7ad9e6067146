import { stopArchive } from "@/lib/account/archive";
import { expiredSessionCookies } from "@/lib/auth/cookies";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("stopArchive", async ({ body }) => {
    await stopArchive(body);
    return { cookies: expiredSessionCookies() };
  }),
});
