import { route, serve } from "@/lib/http/route";
import { updateMe } from "@/lib/account/profile-commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("updateMe", async ({ viewer, body }) => {
    const user = await updateMe(viewer, body);
    return { data: user, extra: { user } };
  }),
});
