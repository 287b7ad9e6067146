import { route, serve } from "@/lib/http/route";
import { startRenewal } from "@/lib/onboarding/submission/renewal";
import { getCurrentUser } from "@/lib/users/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("startRenewal", async ({ viewer }) => {
    await startRenewal(viewer);
    return { data: await getCurrentUser(viewer.userId) };
  }),
});
