import { route, serve } from "@/lib/http/route";
import { stepUp } from "@/lib/auth/step-up";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("stepUp", async ({ viewer, body, client }) => {
    await stepUp(viewer, body, client);
    return {};
  }),
});
