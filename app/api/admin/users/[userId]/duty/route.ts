import { route, serve } from "@/lib/http/route";
import { changeDuty } from "@/lib/administration/duties";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PATCH: route("changeDuty", async ({ viewer, params, body }) => ({
    data: await changeDuty(viewer, params.userId, body.duty),
  })),
});
