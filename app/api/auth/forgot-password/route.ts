import { route, serve } from "@/lib/http/route";
import { forgotPassword } from "@/lib/auth/password-reset";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("forgotPassword", async ({ body, client }) => {
    await forgotPassword(body.email, client);
    return { message: "If there is an account with this address, a link is on its way" };
  }),
});
