import { route, serve } from "@/lib/http/route";
import { withdrawBatch } from "@/lib/payouts/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("withdrawBatch", async ({ viewer, params }) => ({
    data: await withdrawBatch(viewer, params.id),
    message: "Batch withdrawn",
  })),
});
