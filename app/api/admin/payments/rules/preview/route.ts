import { previewLineRule } from "@/lib/bank/line-rule-preview";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("previewLineRule", async ({ viewer, body }) => ({ data: await previewLineRule(viewer, body) })),
});
