import { route, serve } from "@/lib/http/route";
import { askAboutIdentity } from "@/lib/review/identity-checks/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("askAboutIdentity", async ({ viewer, params, body }) => ({
    data: await askAboutIdentity(viewer, params.userId, body),
    message: "Asked",
  })),
});
