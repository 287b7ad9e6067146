import { endpoints } from "@/lib/contract/endpoints";
import { route, serve } from "@/lib/http/route";
import { changeRole } from "@/lib/administration/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PATCH: route(endpoints.changeRole, async ({ viewer, params, body }) => ({
    data: await changeRole(viewer, params.userId, body.role),
  })),
});
