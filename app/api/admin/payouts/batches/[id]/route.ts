import { route, serve } from "@/lib/http/route";
import { getBatch } from "@/lib/payments/payouts/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getBatch", async ({ params }) => ({ data: await getBatch(params.id) })),
});
