import { route, serve } from "@/lib/http/route";
import { setRole } from "@/lib/account/profile-commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("setRole", async ({ viewer, body }) => {
    const user = await setRole(viewer, body.role);
    return { data: user, extra: { user } };
  }),
});
