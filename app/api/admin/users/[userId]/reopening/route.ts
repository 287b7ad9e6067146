import { route, serve } from "@/lib/http/route";
import { proposeReopening } from "@/lib/review/duplicates/closure";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("proposeReopening", async ({ viewer, params, body }) => {
    await proposeReopening(viewer, params.userId, body.note);
    return { message: "Requested" };
  }),
});
