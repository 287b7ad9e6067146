import { route, serve } from "@/lib/http/route";
import { listRequirements } from "@/lib/proposals/requirements";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listRequirements", async ({ viewer }) => ({ data: await listRequirements(viewer) })),
});
