import "server-only";
import { deviceCookieOf, sessionCookies } from "@/lib/auth/cookies";
import type { SignedIn } from "@/lib/auth/commands";
import { signAccessToken } from "@/lib/auth/tokens";

/** Returns the response of login, verification and refresh: the user, an access token and the cookies (product 7.1). */
export async function createSessionResponse({
  user,
  session,
  device,
}: Omit<SignedIn, "device"> & Partial<SignedIn>) {
  return {
    data: user,
    extra: { user, accessToken: await signAccessToken(session.id) },
    cookies: [...(await sessionCookies(session)), ...(device ? [deviceCookieOf(device)] : [])],
  };
}
