import { route, serve } from "@/lib/http/route";
import { createSessionResponse } from "@/lib/http/session-response";
import { verifyEmail } from "@/lib/auth/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("verifyEmail", async ({ body, client }) => {
    const { passwordResetToken, ...signedIn } = await verifyEmail(body, client);
    const { extra, ...response } = await createSessionResponse(signedIn);
    return { ...response, extra: { ...extra, passwordResetToken } };
  }),
});
