import { listRequirements } from "@/lib/approvals/requirements";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listRequirements", async ({ viewer }) => ({ data: await listRequirements(viewer) })),
});
