import "server-only";
import { USER_HEADER } from "@/lib/contract/page-user";
import { AppError } from "@/lib/errors";
import type { Viewer } from "@/lib/viewer";

/**
 * Refuses a request of a page that was rendered for another user. `userId` is the one that the page names; without it, and for visitors, nothing is
 * checked. Throws OTHER_USER.
 */
export function requireRenderedFor(viewer: Viewer | null, userId: string | null | undefined): void {
  if (viewer && userId && userId !== viewer.userId) throw new AppError("OTHER_USER");
}

/** The user for whom the page was rendered that sends this request, if it says so. */
export const renderedFor = (request: Request): string | null => request.headers.get(USER_HEADER);
