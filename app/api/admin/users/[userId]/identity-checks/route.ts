import { route, serve } from "@/lib/http/route";
import { askAboutIdentity } from "@/lib/review/identity-checks/commands";
import { listIdentityChecks } from "@/lib/review/identity-checks/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listIdentityChecks", async ({ viewer, params }) => ({
    data: await listIdentityChecks(viewer, params.userId),
  })),
  POST: route("askAboutIdentity", async ({ viewer, params, body }) => ({
    data: await askAboutIdentity(viewer, params.userId, body),
    message: "Asked",
  })),
});
