import { route, serve } from "@/lib/http/route";
import { getBatch } from "@/lib/payouts/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getBatch", async ({ viewer, params }) => ({ data: await getBatch(viewer, params.id) })),
});
