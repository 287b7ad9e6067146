import { route, serve } from "@/lib/http/route";
import { expiredSessionCookies } from "@/lib/auth/cookies";
import { resetPassword } from "@/lib/auth/password-reset";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("resetPassword", async ({ body, client }) => {
    await resetPassword(body, client);
    return {
      message: "Your password has been changed. Log in with the new one.",
      cookies: expiredSessionCookies(),
    };
  }),
});
