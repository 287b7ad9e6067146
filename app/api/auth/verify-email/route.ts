import { endpoints } from "@/lib/contract/endpoints";
import { route, serve } from "@/lib/http/route";
import { createSessionResponse } from "@/lib/auth/session-response";
import { verifyEmail } from "@/lib/users/accounts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route(endpoints.verifyEmail, async ({ body, client }) => {
    const { passwordResetToken, ...signedIn } = await verifyEmail(body, client);
    return createSessionResponse(signedIn, passwordResetToken ? { passwordResetToken } : {});
  }),
});
