import { endpoints } from "@/lib/api/contract";
import { route, serve } from "@/lib/api/route";
import { updateMe } from "@/lib/users/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route(endpoints.updateMe, async ({ viewer, body }) => {
    const user = await updateMe(viewer, body);
    return { data: user, extra: { user } };
  }),
});
