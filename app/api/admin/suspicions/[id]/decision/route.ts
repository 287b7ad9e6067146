import { route, serve } from "@/lib/http/route";
import { decideSuspicion } from "@/lib/suspicions/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("decideSuspicion", async ({ viewer, params, body }) => {
    await decideSuspicion(viewer, params.id, body);
    return { message: "Saved" };
  }),
});
