import { route, serve } from "@/lib/http/route";
import { cookieOf, refreshCookie } from "@/lib/auth/cookies";
import { createSessionResponse } from "@/lib/http/session-response";
import { rotateRefreshToken } from "@/lib/auth/sessions";
import { AppError } from "@/lib/errors";
import { getCurrentUser } from "@/lib/users/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("refresh", async ({ request, client }) => {
    const session = await rotateRefreshToken(cookieOf(request, refreshCookie()), client);
    if (!session) throw new AppError("UNAUTHENTICATED");
    return createSessionResponse({ session, user: await getCurrentUser(session.userId) });
  }),
});
