import "server-only";
import { USER_HEADER } from "@/lib/contract/page-user";
import { AppError } from "@/lib/errors";
import type { Viewer } from "@/lib/viewer";

/**
 * Rejects a request from a page that was rendered for another user. `userId` is the user named by the page; without it, and for visitors,
 * nothing is checked. Throws OTHER_USER.
 */
export function requireRenderedFor(viewer: Viewer | null, userId: string | null | undefined): void {
  if (viewer && userId && userId !== viewer.userId) throw new AppError("OTHER_USER");
}

/** Returns the user for whom the requesting page was rendered, if the request names one. */
export const renderedFor = (request: Request): string | null => request.headers.get(USER_HEADER);
