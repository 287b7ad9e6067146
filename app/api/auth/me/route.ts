import { endpoints } from "@/lib/api/contract";
import { route, serve } from "@/lib/api/route";
import { getCurrentUser } from "@/lib/users/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(endpoints.me, async ({ viewer }) => {
    const user = await getCurrentUser(viewer.userId);
    return { data: user, extra: { user } };
  }),
});
