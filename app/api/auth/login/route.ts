import { endpoints } from "@/lib/api/contract";
import { route, serve } from "@/lib/api/route";
import { signedInReply } from "@/lib/auth/reply";
import { login } from "@/lib/users/accounts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route(endpoints.login, async ({ body, client }) => signedInReply(await login(body, client))),
});
