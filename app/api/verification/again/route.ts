import { route, serve } from "@/lib/http/route";
import { verifyAgain } from "@/lib/onboarding/submission/coming-of-age";
import { getCurrentUser } from "@/lib/users/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("verifyAgain", async ({ viewer }) => {
    await verifyAgain(viewer);
    return { data: await getCurrentUser(viewer.userId) };
  }),
});
