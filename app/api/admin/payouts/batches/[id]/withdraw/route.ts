import { withdrawBatch } from "@/lib/corrections/undo";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("withdrawBatch", async ({ viewer, params }) => ({
    data: await withdrawBatch(viewer, params.id),
    message: "Batch withdrawn",
  })),
});
