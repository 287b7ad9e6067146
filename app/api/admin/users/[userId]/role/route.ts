import { route, serve } from "@/lib/http/route";
import { changeRole } from "@/lib/administration/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PATCH: route("changeRole", async ({ viewer, params, body }) => ({
    data: await changeRole(viewer, params.userId, body.role),
  })),
});
