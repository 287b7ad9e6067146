import { findGuardian } from "@/lib/review/decisions/guardian";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getGuardian", async ({ viewer, params }) => ({
    data: await findGuardian(viewer, params.userId),
  })),
});
