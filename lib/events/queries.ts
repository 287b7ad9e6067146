import "server-only";
import { db, type Prisma } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { can } from "@/lib/rights";
import type { Viewer } from "@/lib/viewer";
import {
  EVENT_DAYS,
  eventKindNames,
  eventKinds,
  idsOf,
  type EventDto,
  type EventKindName,
  type EventQuery,
} from "./schema";

const DAY_MS = 86_400_000;
/** Greater than the number of any row. */
const MAX_SEQ = 2n ** 63n - 1n;

/** Returns a row id older than each event that is listed. */
export const oldestListed = () => uuidv7(Date.now() - EVENT_DAYS * DAY_MS);

interface EventPage {
  events: EventDto[];
  /** The number of the last event, for the next page. */
  next: string | null;
  hasMore: boolean;
}

/**
 * Returns the events after a number, oldest first, of the kinds that the viewer may see. An event is the audit row of a change, written in
 * its transaction. The rows are numbered one after the other under a lock that lasts until the commit, so no earlier number appears later.
 */
export async function listEvents(viewer: Viewer, { after, kind, limit }: EventQuery): Promise<EventPage> {
  const kinds = (kind ?? eventKindNames).filter((name) => can(viewer, eventKinds[name].right));
  // Ids begin with the time, so the oldest row of the window is found by its index.
  const oldest = oldestListed();
  // The conditions and the order are those of the index on kind and number: with an equality, PostgreSQL reads all rows of the window instead,
  // if it takes the kind for a frequent one.
  const rows = await db.$queryRaw<EventRow[]>`
    SELECT e.id, e.seq, e.action, e.at, e.target_id AS "targetId", e.data
    FROM unnest(${kinds}::text[]) AS kinds (action) CROSS JOIN LATERAL (
      SELECT * FROM audit_events AS a
      WHERE (a.action, a.seq) > (kinds.action, greatest(${BigInt(after ?? 0)},
          coalesce((SELECT seq - 1 FROM audit_events WHERE id >= ${oldest}::uuid ORDER BY id LIMIT 1), ${MAX_SEQ})))
        AND a.action <= kinds.action
      ORDER BY a.action, a.seq LIMIT ${limit + 1}) AS e
    ORDER BY e.seq LIMIT ${limit + 1}`;
  const events = rows.slice(0, limit).map(toEvent);
  return { events, next: events.at(-1)?.number ?? after ?? null, hasMore: rows.length > limit };
}

/** Returns the events with these numbers by their number. */
export async function readEvents(numbers: readonly bigint[]): Promise<Map<bigint, EventDto>> {
  const rows = await db.auditEvent.findMany({ where: { seq: { in: [...numbers] } }, take: numbers.length });
  return new Map(rows.map((row) => [row.seq, toEvent(row)]));
}

type EventRow = Pick<Prisma.AuditEventModel, "id" | "seq" | "action" | "at" | "targetId" | "data">;

function toEvent({ id, seq, action, at, targetId, data }: EventRow): EventDto {
  const kind = action as EventKindName;
  const { target } = eventKinds[kind];
  const values = data as Record<string, unknown>;
  const valueOf = (name: string): string | null => {
    const value = name === target ? targetId : values[name];
    return typeof value === "string" ? value : null;
  };
  const about = Object.fromEntries(idsOf(kind).map((name) => [name, valueOf(name)]));
  return { _id: id, number: String(seq), kind, at: at.toISOString(), about };
}
