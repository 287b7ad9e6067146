import { route, serve } from "@/lib/http/route";
import { answerSuggestion } from "@/lib/suspicions/commands";
import { listSuggestions } from "@/lib/suspicions/suggestions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listSuggestions", async () => ({ data: await listSuggestions() })),
  POST: route("answerSuggestion", async ({ viewer, body }) => {
    await answerSuggestion(viewer, body);
    return { message: "Saved" };
  }),
});
