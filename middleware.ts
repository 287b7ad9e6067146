import { NextResponse, type NextRequest } from "next/server";
import { pageCookie, readPageViewer } from "@/lib/auth/cookies";
import { LOCATION_HEADER } from "@/lib/auth/location";
import { contentSecurityPolicy } from "@/lib/pages/csp";
import { isDocumentPrefetch, isUse } from "@/lib/request-purpose";
import { checkAccess, matchRoute } from "@/lib/routes/policy";

/**
 * Applies the route guard to navigations (product 2.2): one indexed query, only on the paths below. Pages, queries and commands check
 * access again. /api, assets and public pages bypass it.
 */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const viewer = await readPageViewer(request.cookies.get(pageCookie())?.value, isUse(request.headers));
  const decision = checkAccess(viewer, pathname, pathname + search);
  if (!decision.allow) {
    const response = NextResponse.redirect(new URL(decision.to, request.nextUrl), 307);
    response.headers.set("cache-control", "no-store");
    return response;
  }

  // These pages are static and shared by all visitors, so they have no nonce.
  if (matchRoute(pathname)?.access === "guest") {
    const response = NextResponse.next();
    response.headers.set("content-security-policy", contentSecurityPolicy());
    return response;
  }

  // No person sees the response to a HEAD request or a prefetch, and some pages record a read.
  if (request.method === "HEAD" || isDocumentPrefetch(request.headers)) {
    const status = request.method === "HEAD" ? 200 : 409;
    return new NextResponse(null, { status, headers: { "cache-control": "no-store" } });
  }

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  headers.set(LOCATION_HEADER, pathname + search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "private, no-store");
  return response;
}

/** All non-public pages; a test compares this list with the route table. */
export const config = {
  runtime: "nodejs",
  matcher: [
    "/login",
    "/register",
    "/choose-profile",
    "/investor-type",
    "/corporate-verification",
    "/investor-verification",
    "/apply-for-funding",
    "/verification-success",
    "/due-diligence",
    "/dashboard",
    "/dashboard/:path*",
    "/profile",
    "/account/security",
    "/admin",
    "/admin/:path*",
  ],
};
