import "server-only";
import { db, transaction } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { AppError, notFound } from "@/lib/errors";
import type { Viewer } from "@/lib/viewer";
import { MAX_SAVED_FILTERS, savedQuery, type SavedFilterDto, type SaveFilter } from "./schema";

/**
 * Filters of the queue, saved by name (product 10.23). Everyone has their own.
 */

/** The viewer's filters, by name. One that the queue no longer understands is left out. */
export async function listSavedFilters({ userId }: Viewer): Promise<SavedFilterDto[]> {
  const rows = await db.savedFilter.findMany({ where: { userId }, orderBy: { name: "asc" } });
  return rows.flatMap(({ id, name, query }) => {
    const parsed = savedQuery.safeParse(query);
    return parsed.success ? [{ _id: id, name, query: parsed.data }] : [];
  });
}

/** Throws CONFLICT if there is one of that name and `replace` is false, VALIDATION_FAILED if there are too many. */
export async function saveFilter(
  viewer: Viewer,
  { name, query, replace }: SaveFilter,
): Promise<SavedFilterDto[]> {
  const { userId } = viewer;
  await transaction(async (tx) => {
    // One at a time, so that parallel calls do not exceed the number.
    await lockAdministrator(tx, viewer);
    const data = { query, savedAt: new Date() };
    const present = await tx.savedFilter.findUnique({ where: { userId_name: { userId, name } } });
    if (present && !replace) throw new AppError("CONFLICT", "You have a filter with this name already");
    if (present) {
      await tx.savedFilter.update({ where: { id: present.id, userId }, data });
      return;
    }
    if ((await tx.savedFilter.count({ where: { userId } })) >= MAX_SAVED_FILTERS) {
      throw new AppError(
        "VALIDATION_FAILED",
        `You can save ${MAX_SAVED_FILTERS} filters. Delete one that you no longer need.`,
      );
    }
    await tx.savedFilter.create({ data: { userId, name, ...data } });
  });
  return listSavedFilters(viewer);
}

/** Throws NOT_FOUND, also for a filter of another user. */
export async function deleteSavedFilter(viewer: Viewer, id: string): Promise<SavedFilterDto[]> {
  const { count } = await db.savedFilter.deleteMany({ where: { id, userId: viewer.userId } });
  if (count === 0) throw notFound("This filter does not exist any more");
  return listSavedFilters(viewer);
}
