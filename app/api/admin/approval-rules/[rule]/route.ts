import { route, serve } from "@/lib/http/route";
import { switchRule } from "@/lib/proposals/rules";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("switchApprovalRule", async ({ viewer, params, body }) => ({
    data: await switchRule(viewer, params.rule, body.on),
  })),
});
