import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { pageCookie, readPageViewer } from "@/lib/auth/cookies";
import { LOCATION_HEADER } from "@/lib/auth/location";
import { isUse } from "@/lib/request-purpose";
import type { Viewer } from "@/lib/viewer";
import { paths } from "@/lib/routes/paths";
import { checkAccess } from "@/lib/routes/policy";
import type { UserDto } from "@/lib/users/dto";
import { findCurrentUser } from "@/lib/users/queries";

/** Returns the viewer of this page, read from the page cookie and the session row once per request. */
export const currentViewer = cache(async (): Promise<Viewer | null> => {
  return readPageViewer((await cookies()).get(pageCookie())?.value, isUse(await headers()));
});

/**
 * Returns the viewer's own account, read once per request; null for visitors, or if the account has been deleted since the request began.
 */
export const currentUser = cache(async (): Promise<UserDto | null> => {
  const viewer = await currentViewer();
  return viewer && findCurrentUser(viewer.userId);
});

/**
 * Guards a signed-in page independently of the middleware (product 10.4, threat 21). Redirects viewers who may not open the page. `path` is
 * the page's own path, as in the route table.
 */
export async function requireViewer(path: string): Promise<Viewer> {
  const viewer = await currentViewer();
  const decision = checkAccess(viewer, path, (await headers()).get(LOCATION_HEADER) ?? path);
  if (!decision.allow) redirect(decision.to);
  if (!viewer) throw new Error(`${path} is not a signed-in page`);
  return viewer;
}

/** Like `requireViewer`, but returns the viewer's own account. */
export async function requireUser(path: string): Promise<UserDto> {
  await requireViewer(path);
  return (await currentUser()) ?? redirect(paths.login());
}
