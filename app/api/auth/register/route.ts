import { route, serve } from "@/lib/http/route";
import { register } from "@/lib/auth/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("register", async ({ body, client }) => {
    const user = await register(body, client);
    return { data: user, extra: { user }, message: "We have sent you a code" };
  }),
});
