import { undoAct } from "@/lib/corrections/undo";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("undoAct", async ({ viewer, params, body }) => {
    await undoAct(viewer, params.id, body);
    return { message: "Undone" };
  }),
});
