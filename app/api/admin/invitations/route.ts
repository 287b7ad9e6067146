import { route, serve } from "@/lib/http/route";
import { inviteAdmin } from "@/lib/administration/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("inviteAdmin", async ({ viewer, body }) => ({ data: await inviteAdmin(viewer, body) })),
});
