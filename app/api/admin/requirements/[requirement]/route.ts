import { switchRequirement } from "@/lib/approvals/requirements";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("switchRequirement", async ({ viewer, params, body }) => ({
    data: await switchRequirement(viewer, params.requirement, body.on),
  })),
});
