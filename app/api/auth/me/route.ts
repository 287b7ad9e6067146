import { endpoints } from "@/lib/api/contract";
import { route, serve } from "@/lib/api/route";
import { getSelf } from "@/lib/users/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(endpoints.me, async ({ viewer }) => {
    const user = await getSelf(viewer.userId);
    return { data: user, extra: { user } };
  }),
});
