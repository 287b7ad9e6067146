import { route, serve } from "@/lib/http/route";
import { expiredSessionCookies } from "@/lib/auth/cookies";
import { deleteMe } from "@/lib/account/profile-commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  DELETE: route("deleteMe", async ({ viewer }) => {
    await deleteMe(viewer);
    return { message: "Your account has been deleted", cookies: expiredSessionCookies() };
  }),
});
