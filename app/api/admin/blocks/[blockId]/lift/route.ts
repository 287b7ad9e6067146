import { route, serve } from "@/lib/http/route";
import { proposeLift } from "@/lib/review/blocks/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("proposeLift", async ({ viewer, params, body }) => {
    await proposeLift(viewer, params.blockId, body.note);
    return { message: "Requested" };
  }),
});
