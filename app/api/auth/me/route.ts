import { route, serve } from "@/lib/http/route";
import { getCurrentUser } from "@/lib/users/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("me", async ({ viewer }) => {
    const user = await getCurrentUser(viewer.userId);
    return { data: user, extra: { user } };
  }),
});
