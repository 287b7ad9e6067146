import { route, serve } from "@/lib/http/route";
import { revealNumber } from "@/lib/review/decisions/reveal";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("reveal", async ({ viewer, params, body }) => ({
    data: await revealNumber(viewer, params.userId, body),
  })),
});
