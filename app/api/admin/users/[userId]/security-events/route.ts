import { listAdminSecurityEvents } from "@/lib/administration/queries";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listSecurityEvents", async ({ viewer, params }) => ({
    data: await listAdminSecurityEvents(viewer, params.userId),
  })),
});
