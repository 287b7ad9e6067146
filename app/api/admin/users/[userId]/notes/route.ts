import { route, serve } from "@/lib/http/route";
import { addNote } from "@/lib/review/cases/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("addNote", async ({ viewer, params, body }) => {
    await addNote(viewer, params.userId, body);
    return { message: "Note added" };
  }),
});
