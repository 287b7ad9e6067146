import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, transaction } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import { namesOf } from "@/lib/users/names";
import { can } from "@/lib/rights";
import type { Viewer } from "@/lib/viewer";
import type { NameCheckDto, ProfileChangeDto } from "./schema";
import { requireNoConflict } from "@/lib/users/conflicts";

const MAX_CHANGES = 20;

/**
 * Returns a user's profile changes after the approval, newest first: the latest 20 names and the latest 20 phone numbers. Separate limits
 * keep many phone changes from hiding a name that is waiting for confirmation (threat 63).
 */
export async function listProfileChanges(userId: string): Promise<ProfileChangeDto[]> {
  const rows = await db.$queryRaw<
    (Pick<ProfileChangeDto, "field" | "before" | "after"> & { changedAt: Date; confirmedAt: Date | null })[]
  >`
    SELECT field, before, after, changed_at AS "changedAt", confirmed_at AS "confirmedAt" FROM (
      SELECT *, row_number() OVER (PARTITION BY field ORDER BY changed_at DESC, id DESC) AS place
      FROM profile_changes WHERE user_id = ${userId}::uuid
    ) AS changes
    WHERE place <= ${MAX_CHANGES} ORDER BY changed_at DESC, id DESC`;
  return rows.map(({ field, before, after, changedAt, confirmedAt }) => ({
    field,
    before,
    after,
    changedAt: changedAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
  }));
}

/**
 * Returns the users whose new name is waiting for confirmation, oldest first: the first 20, and whether there are more. Throws FORBIDDEN
 * without the right `cases.read`.
 */
export async function listNameChecks(viewer: Viewer): Promise<{ checks: NameCheckDto[]; hasMore: boolean }> {
  if (!can(viewer, "cases.read")) throw new AppError("FORBIDDEN");
  const rows = await db.profileChange.groupBy({
    by: ["userId"],
    where: { field: "name", confirmedAt: null, user: { role: { not: "admin" } } },
    _min: { changedAt: true },
    orderBy: [{ _min: { changedAt: "asc" } }, { userId: "asc" }],
    take: MAX_CHANGES + 1,
  });
  const shown = rows.slice(0, MAX_CHANGES);
  const names = await namesOf(shown.map(({ userId }) => userId));
  const checks = shown.map(({ userId, _min }) => ({
    userId,
    name: names.get(userId) ?? "",
    changedAt: _min.changedAt!.toISOString(),
  }));
  return { checks, hasMore: rows.length > MAX_CHANGES };
}

/**
 * Confirms a user's new name as shown to the reviewer; audited. Throws NOT_FOUND, and CONFLICT if there is nothing to confirm, if the name
 * has changed again, or if reviewer and user have identifying details in common.
 */
export async function confirmName(
  viewer: Viewer,
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  await transaction(async (tx) => {
    const { user } = await lockManagedUser(tx, viewer, userId, "cases.decide");
    await requireNoConflict(tx, viewer.userId, userId);
    if (user.name !== name)
      throw new AppError("CONFLICT", "The name has changed again. Look at it before you confirm it.");
    const { count } = await tx.profileChange.updateMany({
      where: { userId, field: "name", confirmedAt: null },
      data: { confirmedAt: new Date(), confirmedById: viewer.userId },
    });
    if (count === 0) throw new AppError("CONFLICT", "This name has already been confirmed");
    await audit(tx, { actorId: viewer.userId, action: "user.name_confirmed", targetId: userId });
  });
}
