import { listProposals } from "@/lib/approvals/queries";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listProposals", async ({ viewer }) => ({ data: await listProposals(viewer) })),
});
