import "server-only";
import { sessionCookies } from "@/lib/auth/cookies";
import type { SessionPointer } from "@/lib/auth/sessions";
import { signAccessToken } from "@/lib/auth/tokens";
import type { UserDto } from "@/lib/users/dto";

/** The response of every call that logs a user in: the user, an access token and both cookies (product 7.1). */
export async function createSessionResponse({ user, session }: { user: UserDto; session: SessionPointer }) {
  return {
    data: user,
    extra: { user, accessToken: await signAccessToken(session.id) },
    cookies: await sessionCookies(session),
  };
}
