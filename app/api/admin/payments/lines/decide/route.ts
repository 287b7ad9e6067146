import { decideLines } from "@/lib/bank/decide-lines";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("decideLines", async ({ viewer, body }) => ({ data: await decideLines(viewer, body) })),
});
