import "server-only";
import type { RouteResult } from "@/lib/http/route";
import type { UserDto } from "@/lib/users/dto";
import { sessionCookies } from "./cookies";
import type { SessionPointer } from "./sessions";
import { signAccessToken } from "./tokens";

/** What everything that signs somebody in answers: the user, an access token and both cookies (product 7.1). */
export async function createSessionResponse(
  { user, session }: { user: UserDto; session: SessionPointer },
  extra: Record<string, unknown> = {},
): Promise<RouteResult> {
  return {
    data: user,
    extra: { user, accessToken: await signAccessToken(session.id), ...extra },
    cookies: await sessionCookies(session),
  };
}
