import { bookLine } from "@/lib/bank/commands";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("bookLine", async ({ viewer, params, body }) => ({
    data: await bookLine(viewer, params.id, body),
    message: "Statement line booked",
  })),
});
