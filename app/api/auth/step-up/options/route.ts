import { route, serve } from "@/lib/http/route";
import { readSecondStep } from "@/lib/auth/step-up";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("stepUpOptions", async ({ viewer }) => ({
    data: await readSecondStep(viewer.userId, "step-up"),
  })),
});
