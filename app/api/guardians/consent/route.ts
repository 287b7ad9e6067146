import { consent } from "@/lib/guardians/answer";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("consentAsGuardian", async ({ body }) => {
    await consent(body);
    return {};
  }),
});
