import { route, serve } from "@/lib/http/route";
import { listChecks } from "@/lib/review/checks/list-checks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listChecks", async ({ viewer, params }) => ({
    data: await listChecks(viewer, params.userId),
  })),
});
