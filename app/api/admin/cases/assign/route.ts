import { route, serve } from "@/lib/http/route";
import { assignCases } from "@/lib/review/cases/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("assignCases", async ({ viewer, body }) => ({ data: await assignCases(viewer, body) })),
});
