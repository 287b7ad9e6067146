import { endpoints, type Endpoint } from "@/lib/contract/endpoints";
import { authenticateBearer, route, serve } from "@/lib/http/route";
import { expiredSessionCookies, cookieOf, refreshCookie } from "@/lib/auth/cookies";
import { endSession } from "@/lib/auth/sessions";
import { readRefreshToken } from "@/lib/auth/tokens";

/** Ends the session of the refresh cookie or of the bearer, and is content when there is none. GET is kept for the contract. */
const logout = <E extends Endpoint>(endpoint: E) =>
  route(endpoint, async ({ request }) => {
    const viewer = await authenticateBearer(request);
    const cookie = readRefreshToken(cookieOf(request, refreshCookie()) ?? "");
    const sessions = new Set([viewer?.sessionId, cookie?.sessionId]);
    for (const sessionId of sessions) if (sessionId) await endSession(sessionId, "logout");
    return { message: "Logged out successfully", cookies: expiredSessionCookies() };
  });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: logout(endpoints.logoutGet),
  POST: logout(endpoints.logout),
});
