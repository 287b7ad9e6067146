import { matchLine } from "@/lib/bank/match-line";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("matchLine", async ({ viewer, params, body }) => ({
    data: await matchLine(viewer, params.id, body),
    message: "Statement line matched",
  })),
});
