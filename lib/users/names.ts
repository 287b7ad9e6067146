import "server-only";
import { db } from "@/lib/db/client";

/** Returns the names of users by id, without null and users who no longer exist. */
export async function namesOf(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db.user.findMany({ where: { id: { in: known } }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
