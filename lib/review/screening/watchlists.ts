import "server-only";
import { can } from "@/lib/rights";
import { audit } from "@/lib/audit/audit";
import { db, transaction, type Tx } from "@/lib/db/client";
import { addJob } from "@/lib/db/jobs";
import { dayOf } from "@/lib/dates";
import { uuidv7 } from "@/lib/ids";
import { AppError } from "@/lib/errors";
import { AdvisoryLock, lock } from "@/lib/locks";
import type { Viewer } from "@/lib/viewer";
import { normalizeName } from "@/lib/names";
import { FormatError } from "@/lib/formats/format-error";
import { canonicalName } from "./name-variants";
import { type ParsedList } from "./parsed-list";
import { watchlistSources, type WatchlistsDto } from "./schema";
import { RULES_VERSION } from "./score";

/** The imported lists (product 10.27, ADR 32). */

const BATCH = 500;
/** An import interrupted longer ago than this is abandoned. */
const ABANDONED_MS = 3_600_000;
/** A list that has lost more than this share of its entries may come from a truncated file. */
const MAX_LOST_PERCENT = 10;

/** Returns the revision of the newest active list (0 if there is none), and the number of active lists. */
export async function currentRevision(
  reader: Pick<Tx, "watchlist"> = db,
): Promise<{ revision: number; lists: number }> {
  const { _max, _count } = await reader.watchlist.aggregate({
    _max: { revision: true },
    _count: true,
    where: { active: true },
  });
  return { revision: _max.revision ?? 0, lists: _count };
}

/** Returns the revision of a list that becomes active, or is prepared again: users who were screened before are due. */
export async function nextRevision(tx: Tx): Promise<number> {
  const { _max } = await tx.watchlist.aggregate({ _max: { revision: true } });
  return (_max.revision ?? 0) + 1;
}

/**
 * Replaces the list of the same source. Entries are first written in small batches; then one transaction activates them, and all users
 * with a submission are screened again. Returns false if this file is already the active list. The import is audited. Throws `FormatError`
 * for a list that is older than the active one or has lost more than 10 % of its entries, unless `force` is set. `actorId` is the
 * administrator; null for the operator.
 */
export async function importList(
  list: ParsedList & { sha256: string },
  { force = false, actorId = null }: { force?: boolean; actorId?: string | null } = {},
): Promise<boolean> {
  const { source, version, sha256 } = list;
  const former = await db.watchlist.findFirst({ where: { source, active: true } });
  if (former?.sha256 === sha256) return false;
  if (former && !force) requirePlausible(list, former);

  const id = uuidv7();
  const publishedOn = new Date(list.publishedOn);
  const entryCount = list.entries.length;
  await db.watchlist.create({
    data: { id, source, version, publishedOn, entryCount, sha256, rules: RULES_VERSION },
  });
  try {
    await writeEntries(id, list);
    await transaction(async (tx) => {
      await lock(tx, AdvisoryLock.watchlistImport);
      const active = await tx.watchlist.findFirst({ where: { source, active: true } });
      if (active?.id !== former?.id)
        throw new FormatError("Another import of this list finished first. Try again.");
      await tx.watchlist.updateMany({ where: { source, active: true }, data: { active: false } });
      const revision = await nextRevision(tx);
      await tx.watchlist.update({ where: { id }, data: { active: true, revision, importedAt: new Date() } });
      const date = `d${list.publishedOn.replaceAll("-", "_")}`;
      const data = { source, date, entries: entryCount, former: former?.entryCount ?? 0, force };
      await audit(tx, { actorId, action: "watchlist.imported", targetId: null, data });
      await addJob(tx, "screen-all", "all");
    });
  } finally {
    await deleteUnused(id);
  }
  return true;
}

function requirePlausible(list: ParsedList, former: { publishedOn: Date; entryCount: number }): void {
  if (new Date(list.publishedOn) < former.publishedOn)
    throw new FormatError("This list is older than the imported one. Use --force to import it.");
  if (list.entries.length * 100 < former.entryCount * (100 - MAX_LOST_PERCENT))
    throw new FormatError(
      `This list has ${list.entries.length} entries, the imported one ${former.entryCount}. If it is complete, use --force to import it.`,
    );
}

async function writeEntries(watchlistId: string, { entries }: ParsedList): Promise<void> {
  for (let start = 0; start < entries.length; start += BATCH) {
    const batch = entries.slice(start, start + BATCH).map((entry) => ({ id: uuidv7(), ...entry }));
    await db.watchlistEntry.createMany({
      data: batch.map(({ aliases: _, ...entry }) => ({ ...entry, watchlistId })),
    });
    const names = batch.flatMap(({ id, name, aliases }) =>
      [{ name, isWeak: false }, ...aliases].map((row) => {
        const normalized = normalizeName(row.name);
        return { id: uuidv7(), entryId: id, ...row, normalized, canonical: canonicalName(normalized) };
      }),
    );
    for (let at = 0; at < names.length; at += BATCH)
      await db.watchlistName.createMany({ data: names.slice(at, at + BATCH) });
  }
}

/**
 * Deletes replaced and abandoned lists, and this one if it was not activated. Deletes in small batches, as the list was written.
 */
async function deleteUnused(id: string): Promise<void> {
  const abandoned = new Date(Date.now() - ABANDONED_MS);
  const unused = {
    active: false,
    OR: [{ id }, { revision: { not: null } }, { importedAt: { lt: abandoned } }],
  };
  for (const list of await db.watchlist.findMany({ where: unused, select: { id: true } })) {
    for (;;) {
      const rows = await db.watchlistEntry.findMany({
        where: { watchlistId: list.id },
        select: { id: true },
        take: BATCH,
      });
      if (rows.length === 0) break;
      await db.watchlistEntry.deleteMany({ where: { id: { in: rows.map((row) => row.id) } } });
    }
    await db.watchlist.deleteMany({ where: { id: list.id, active: false } });
  }
}

/** Returns the active lists, and the number of users screened against them. Throws FORBIDDEN unless the viewer is a super administrator. */
export async function listWatchlists(viewer: Viewer): Promise<WatchlistsDto> {
  if (!can(viewer, "watchlists.read")) throw new AppError("FORBIDDEN");
  const rows = await db.watchlist.findMany({ where: { active: true } });
  const total = await db.screening.count();
  const { revision } = await currentRevision();
  const due = await db.screening.count({ where: { revision: { lt: revision } } });
  return {
    lists: rows
      .toSorted((a, b) => watchlistSources.indexOf(a.source) - watchlistSources.indexOf(b.source))
      .map(({ source, version, publishedOn, importedAt, entryCount }) => ({
        source,
        version,
        publishedOn: dayOf(publishedOn),
        importedAt: importedAt.toISOString(),
        entries: entryCount,
      })),
    progress: { done: total - due, total },
  };
}
