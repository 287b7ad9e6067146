import { route, serve } from "@/lib/http/route";
import { decideOnDuplicate } from "@/lib/review/duplicates/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("decideOnDuplicate", async ({ viewer, params, body }) => ({
    data: await decideOnDuplicate(viewer, params.userId, body),
    message: "Decision saved",
  })),
});
