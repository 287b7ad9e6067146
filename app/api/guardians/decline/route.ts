import { decline } from "@/lib/guardians/answer";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("declineAsGuardian", async ({ body }) => {
    await decline(body);
    return {};
  }),
});
