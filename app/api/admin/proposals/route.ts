import { route, serve } from "@/lib/http/route";
import { listProposals } from "@/lib/proposals/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listProposals", async ({ viewer }) => ({ data: await listProposals(viewer) })),
});
