import { route, serve } from "@/lib/http/route";
import { releaseBatch } from "@/lib/payouts/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("releaseBatch", async ({ viewer, params }) => ({
    data: await releaseBatch(viewer, params.id),
    message: "Payouts released",
  })),
});
