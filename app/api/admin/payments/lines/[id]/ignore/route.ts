import { ignoreLine } from "@/lib/bank/commands";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("ignoreLine", async ({ viewer, params, body }) => ({
    data: await ignoreLine(viewer, params.id, body.reason),
    message: "Statement line ignored",
  })),
});
