import { call, isRejection, refreshSession, token } from "@/lib/contract/client";
import { auth } from "@/lib/contract/endpoints/auth";
import type { UserDto } from "@/lib/users/dto";

export async function fetchMe(refresh = true): Promise<UserDto> {
  return (await call(auth.me, { refresh })).data;
}

/**
 * The start of a session (product 4.1): with a stored token the user is fetched; if that fails, one refresh, which may bring the
 * user along, else the user is fetched. When all of it is refused the token is cleared and there is nobody.
 *
 * `expected`: the server has just shown a signed-in page, so that a refresh is worth trying without a token too. Elsewhere it
 * is not tried, or every visitor's first call would be a refused one.
 *
 * Throws when the server could not be reached: then nothing is known, and nothing is thrown away.
 */
export async function restoreSession(expected: boolean): Promise<UserDto | null> {
  const stored = token.get();
  if (!stored && !expected) return null;
  if (stored) {
    try {
      return await fetchMe(false);
    } catch {
      // The refresh below decides.
    }
  }
  try {
    const { user } = await refreshSession(stored);
    return user ?? (await fetchMe(false));
  } catch (error) {
    if (!isRejection(error)) throw error;
    token.clear();
    return null;
  }
}
