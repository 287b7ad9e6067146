import { route, serve } from "@/lib/http/route";
import { resendCode } from "@/lib/auth/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("resendCode", async ({ body, client }) => {
    await resendCode(body.email, client);
    return { message: "If this address is waiting for a code, a new one is on its way" };
  }),
});
