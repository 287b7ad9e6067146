import { addLineRule, listLineRules } from "@/lib/bank/line-rule-commands";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listLineRules", async () => ({ data: await listLineRules() })),
  POST: route("addLineRule", async ({ viewer, body }) => ({
    data: await addLineRule(viewer, body),
    message: "Rule saved",
  })),
});
