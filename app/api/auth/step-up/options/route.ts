import { route, serve } from "@/lib/http/route";
import { getSecondStepOptions } from "@/lib/auth/step-up";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("stepUpOptions", async ({ viewer }) => ({
    data: await getSecondStepOptions(viewer.userId, "step-up"),
  })),
});
