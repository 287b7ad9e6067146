import "server-only";
import type { SecurityEventDto } from "@/lib/auth/security-event-dto";
import { securityEventsOf } from "@/lib/auth/security-events";
import { notFound } from "@/lib/errors";
import type { Viewer } from "@/lib/viewer";
import { findUserForViewer } from "../users/admin-queries";

/**
 * Returns the logins and failures of an administrator, for super administrators (threat 62). Those of other users are visible only to
 * themselves. Throws NOT_FOUND.
 */
export async function listAdminSecurityEvents(viewer: Viewer, userId: string): Promise<SecurityEventDto[]> {
  const user = await findUserForViewer(viewer, userId);
  if (user.role !== "admin") throw notFound("User not found");
  return securityEventsOf(user.id);
}
