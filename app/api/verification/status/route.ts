import { route, serve } from "@/lib/http/route";
import { verificationStatus } from "@/lib/onboarding/submission/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("verificationStatus", async ({ viewer }) => ({
    data: await verificationStatus(viewer.userId),
  })),
});
