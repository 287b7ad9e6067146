import { route, serve } from "@/lib/http/route";
import { createAdmin } from "@/lib/administration/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("createSubAdmin", async ({ viewer, body }) => ({
    data: await createAdmin(viewer, body),
  })),
});
