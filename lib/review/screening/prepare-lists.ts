import "server-only";
import { db, transaction } from "@/lib/db/client";
import { AdvisoryLock, lock } from "@/lib/locks";
import { canonicalName } from "./name-variants";
import { RULES_VERSION } from "./score";
import { nextRevision } from "./watchlists";

const BATCH = 500;

/**
 * Prepares the names of active lists that were imported under earlier rules, and makes all users due, so that a change of the rules applies
 * to everyone. Does nothing for prepared lists. A job calls this before it screens users; an interrupted run is repeated.
 */
export async function prepareLists(): Promise<void> {
  const outdated = { active: true, rules: { lt: RULES_VERSION } };
  for (const { id } of await db.watchlist.findMany({ where: outdated, select: { id: true } })) {
    await setCanonicalNames(id);
    await transaction(async (tx) => {
      await lock(tx, AdvisoryLock.watchlistImport);
      const data = { rules: RULES_VERSION, revision: await nextRevision(tx) };
      await tx.watchlist.updateMany({ where: { id, ...outdated }, data });
    });
  }
}

async function setCanonicalNames(watchlistId: string): Promise<void> {
  for (let last: string | undefined; ;) {
    const names = await db.watchlistName.findMany({
      where: { entry: { watchlistId }, ...(last && { id: { gt: last } }) },
      select: { id: true, normalized: true },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    await db.$executeRaw`
      UPDATE watchlist_names AS n SET canonical = v.canonical
      FROM unnest(${names.map(({ id }) => id)}::uuid[], ${names.map(({ normalized }) => canonicalName(normalized))}::text[])
        AS v (id, canonical)
      WHERE n.id = v.id`;
    last = names.at(-1)?.id;
    if (names.length < BATCH) return;
  }
}
