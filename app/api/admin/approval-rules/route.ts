import { route, serve } from "@/lib/http/route";
import { listRules } from "@/lib/proposals/rules";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listApprovalRules", async ({ viewer }) => ({ data: await listRules(viewer) })),
});
