import { route, serve } from "@/lib/http/route";
import { getCurrentUser } from "@/lib/users/queries";
import { verifyAgain } from "@/lib/verification/submission/coming-of-age";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("verifyAgain", async ({ viewer }) => {
    await verifyAgain(viewer);
    return { data: await getCurrentUser(viewer.userId) };
  }),
});
