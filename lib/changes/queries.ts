import "server-only";
import { recordReads } from "@/lib/audit/reads";
import { db } from "@/lib/db/client";
import type { Viewer } from "@/lib/viewer";
import { cursorAfter, type ChangeList, type ChangeQuery, type ChangeRow } from "./schema";
import { sources, type Values } from "./sources";

interface ChangePage<Name extends ChangeList> {
  data: ChangeRow<Name>[];
  extra: { next: string | null; hasMore: boolean };
}

/**
 * Returns the rows of a change list after a position, by the time of their last change, that this viewer may see. The caller has the right
 * of the list. No row appears later before a position that was returned (ADR 56): rows are left out from the time at which the oldest
 * unfinished transaction began. Users whose data is shown are recorded as read (threat 51).
 */
export async function listChanges<Name extends ChangeList>(
  viewer: Viewer,
  name: Name,
  { after, updatedSince, limit }: ChangeQuery,
): Promise<ChangePage<Name>> {
  const { columns, from, visible, open = (values) => values, subject } = sources[name];
  const start = startOf(after, updatedSince);
  // Two statements: the snapshot of the rows must be newer than the time before which all changes are complete.
  const [{ complete }] = await db.$queryRaw<
    [{ complete: Date }]
  >`SELECT changes_complete_before() AS complete`;
  const found = await db.$queryRaw<Values[]>`
    SELECT r.id AS _id, r.updated_at AS "updatedAt", ${columns(viewer)}
    FROM ${from}
    WHERE r.updated_at < ${complete}::timestamptz AND (r.updated_at, r.id) > (${start.at}::timestamptz, ${start.id}::uuid)
      AND ${visible(viewer)}
    ORDER BY r.updated_at, r.id LIMIT ${limit + 1}`;
  const data = found.slice(0, limit).map((values) => toRow<Name>(open(values)));
  if (subject) {
    const users = new Set(data.flatMap((row) => ((row as Values)[subject] as string | null) ?? []));
    await recordReads(
      viewer,
      [...users].map((subjectId) => ({ subjectId, part: "export" as const })),
    );
  }
  const last = data.at(-1);
  const begins = after !== undefined || updatedSince !== undefined;
  const first = begins ? cursorAfter({ updatedAt: start.at.toISOString(), _id: start.id }) : null;
  const next = last ? cursorAfter(last) : first;
  return { data, extra: { next, hasMore: found.length > limit } };
}

/** Before all ids. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Returns the later of a cursor's position and the first one with a change at or after `since`. */
function startOf(after: string | undefined, since: string | undefined): { at: Date; id: string } {
  const [at, id = FIRST_ID] = after?.split("_") ?? [];
  const read = { at: new Date(at ?? 0), id };
  const asked = { at: new Date(Math.max(0, Date.parse(since ?? "1970-01-01"))), id: FIRST_ID };
  return asked.at > read.at ? asked : read;
}

/** Returns a row as it is answered; the declaration of the call is checked by tests. */
const toRow = <Name extends ChangeList>(values: Values): ChangeRow<Name> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  ) as ChangeRow<Name>;
