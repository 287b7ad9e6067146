import { undoGroup } from "@/lib/corrections/undo";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("undoActGroup", async ({ viewer, params, body }) => {
    await undoGroup(viewer, params.id, body);
    return { message: "Undone" };
  }),
});
