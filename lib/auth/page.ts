import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { checkAccess } from "@/lib/routes/policy";
import type { UserDto } from "@/lib/users/dto";
import { getCurrentUser } from "@/lib/users/queries";
import { pageCookie, readPageCookie } from "./cookies";
import { LOCATION_HEADER } from "./location";
import { readViewer, type Viewer } from "./sessions";

/** Who looks at this page, read from the page cookie and the session row; once a request. */
export const pageViewer = cache(async (): Promise<Viewer | null> => {
  const value = (await cookies()).get(pageCookie())?.value;
  return readViewer(await readPageCookie(value));
});

/**
 * The guard of a signed-in page, from fresh data: the middleware decides the navigation, but pages do not trust that it ran
 * (product 10.4, threat 21). Redirects when the page is not for this person.
 *
 * @param path the page's own path, as in the route table
 */
export async function requireViewer(path: string): Promise<Viewer> {
  const viewer = await pageViewer();
  const decision = checkAccess(viewer, path, (await headers()).get(LOCATION_HEADER) ?? path);
  if (!decision.allow) redirect(decision.to);
  if (!viewer) throw new Error(`${path} is not a signed-in page`);
  return viewer;
}

/** Like `requireViewer`, with everything the person may see of themselves. */
export async function requirePage(path: string): Promise<UserDto> {
  return getCurrentUser((await requireViewer(path)).userId);
}
