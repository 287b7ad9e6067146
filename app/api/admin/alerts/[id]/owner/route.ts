import { route, serve } from "@/lib/http/route";
import { ownAlert } from "@/lib/review/screening/alerts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("ownAlert", async ({ viewer, params, body }) => ({
    data: await ownAlert(viewer, params.id, body.isMine),
  })),
});
