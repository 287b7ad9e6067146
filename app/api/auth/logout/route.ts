import { renderedFor, requireRenderedFor } from "@/lib/http/rendered-for";
import { authenticateBearer, route, serve } from "@/lib/http/route";
import {
  cookieOf,
  cookiesOf,
  expiredSessionCookies,
  pageCookie,
  readPageViewer,
  refreshCookie,
} from "@/lib/auth/cookies";
import { endSession } from "@/lib/auth/sessions";
import { readRefreshToken } from "@/lib/auth/tokens";

/** Ends the sessions of all refresh cookies and of the bearer token, if any. GET is part of the contract (product 7.1). */
async function logout({ request }: { request: Request }) {
  const viewer = await authenticateBearer(request);
  const present = viewer ?? (await readPageViewer(cookieOf(request, pageCookie()), false));
  requireRenderedFor(present, renderedFor(request));
  const tokens = cookiesOf(request, refreshCookie()).map(readRefreshToken);
  const sessions = new Set([viewer?.sessionId, ...tokens.map((token) => token?.sessionId)]);
  for (const sessionId of sessions) if (sessionId) await endSession(sessionId, "logout");
  return { message: "Logged out successfully", cookies: expiredSessionCookies() };
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("logoutGet", logout),
  POST: route("logout", logout),
});
