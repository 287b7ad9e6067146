import { undoMatch } from "@/lib/bank/commands";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("undoLine", async ({ viewer, params }) => ({
    data: await undoMatch(viewer, params.id),
    message: "Match undone",
  })),
});
