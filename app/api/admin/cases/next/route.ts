import { route, serve } from "@/lib/http/route";
import { takeNextCase } from "@/lib/review/cases/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("takeNextCase", async ({ viewer, body }) => ({ data: await takeNextCase(viewer, body) })),
});
