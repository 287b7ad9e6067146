import { endpoints } from "@/lib/api/contract";
import { route, serve } from "@/lib/api/route";
import { resendCode } from "@/lib/users/accounts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route(endpoints.resendCode, async ({ body }) => {
    await resendCode(body.email);
    return { message: "If this address waits for a code, a new one is on its way" };
  }),
});
