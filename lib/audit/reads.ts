import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { db, Prisma, transaction, type Tx } from "@/lib/db/client";
import type { Viewer } from "@/lib/viewer";
import { allAuditRows } from "./rows";
import { auditNow, lockChain, type AuditAction, type AuditEntry } from "./audit";
import { currentKey } from "./key-context";

/** Repeated reads of the same data by the same administrator count once within this time, e.g. the calls of one page. */
const WINDOW_MS = 10 * 60_000;

/** The data that was read: the account with its answers, a row among possible duplicates, or a line of an export. */
type Part = "account" | "duplicate" | "export";

/** An administrator's read of a user's data. */
type Read = { subjectId: string } & ({ part: Part } | { part: "document"; fileId: string; document: string });

const keyOf = (read: Read) => `${read.subjectId}|${read.part === "document" ? read.fileId : read.part}`;

/** The literals match the condition of the index audit_events_reads. */
const isRead = Prisma.sql`action IN ('user.viewed', 'document.viewed')`;

/** Returns the keys of this administrator's recent reads about these users, by a person or with the same API key. */
async function recentReads(
  reader: Tx | typeof db,
  readerId: string,
  subjectIds: readonly string[],
): Promise<Set<string>> {
  const since = new Date(Date.now() - WINDOW_MS);
  const rows = await reader.$queryRaw<{ key: string }[]>`
    SELECT target_id::text || '|' || coalesce(data->>'fileId', data->>'part') AS key FROM audit_events
    WHERE ${isRead} AND at > ${since} AND actor_id = ${readerId}::uuid
      AND data->>'keyId' IS NOT DISTINCT FROM ${currentKey() ?? null} AND target_id = ANY (${subjectIds}::uuid[])`;
  return new Set(rows.map(({ key }) => key));
}

const notSent = new AsyncLocalStorage<true>();

/** Runs `work` without recording its reads, because its result is not sent to any client. */
export const withoutRecordingReads = <T>(work: () => Promise<T>): Promise<T> => notSent.run(true, work);

/**
 * Records the data about other users that an administrator is about to receive; call it before the data is sent. It writes one row per
 * administrator, user and kind of data within ten minutes, even for parallel reads on several servers (threat 51). Reads of one's own data
 * are not recorded.
 */
export async function recordReads(viewer: Viewer, reads: readonly Read[]): Promise<void> {
  if (viewer.role !== "admin" || notSent.getStore()) return;
  const others = reads.filter(({ subjectId }) => subjectId !== viewer.userId);
  const unrecorded = async (reader: Tx | typeof db) => {
    const subjectIds = others.map(({ subjectId }) => subjectId);
    const recent = await recentReads(reader, viewer.userId, subjectIds);
    return others.filter((read) => !recent.has(keyOf(read)));
  };
  if (others.length === 0 || (await unrecorded(db)).length === 0) return;
  await transaction(async (tx) => {
    // The recent reads are checked again under the lock that serializes the chain.
    await lockChain(tx);
    const entries = (await unrecorded(tx)).map(({ subjectId, ...read }): AuditEntry => ({
      actorId: viewer.userId,
      action: read.part === "document" ? "document.viewed" : "user.viewed",
      targetId: subjectId,
      data: { ...read, isSuper: viewer.isSuper },
    }));
    await auditNow(tx, entries);
  });
}

/** A recorded read of a user's data, or a recorded reveal of a number. */
export interface ReadDto {
  at: string;
  readerId: string;
  /** Whether the reader was a super administrator at the time. */
  isSuper: boolean;
  what:
    | { part: Part }
    | { part: "document" | "original"; document: string }
    | { part: "number"; field: string };
  /** The code of the reason for a reveal; `noteId` is the id of its note. */
  reason: string | null;
  noteId: string | null;
}

const viewActions = ["user.viewed", "document.viewed"] as const satisfies AuditAction[];
const revealActions = ["pii.revealed"] as const satisfies AuditAction[];
const readsOf = (userId: string, actions: readonly AuditAction[]) => ({
  targetId: userId,
  action: { in: [...actions] },
  actorId: { not: null },
});

const MAX_READS = 100;

/**
 * Returns administrators' reads of a user's data, newest first: the latest 100 reads and the latest 100 reveals. Separate limits keep many
 * reads from hiding a reveal.
 */
export async function listReadsOf(userId: string): Promise<ReadDto[]> {
  const newest = (actions: readonly AuditAction[]) =>
    db.auditEvent.findMany({ where: readsOf(userId, actions), orderBy: { seq: "desc" }, take: MAX_READS });
  const lists = [await newest(viewActions), await newest(revealActions)];
  return lists
    .flat()
    .sort((a, b) => Number(b.seq - a.seq))
    .map(toRead);
}

/** Returns all of the administrators' reads of a user's data, newest first. */
export async function listAllReadsOf(userId: string): Promise<ReadDto[]> {
  const rows = await allAuditRows(readsOf(userId, [...viewActions, ...revealActions]));
  return rows.toReversed().map(toRead);
}

function toRead({ at, actorId, data }: Prisma.AuditEventModel): ReadDto {
  const { part, field, document, isOriginal, isSuper, reason, noteId } = data as Record<
    string,
    string | boolean | null
  >;
  return {
    at: at.toISOString(),
    readerId: actorId!,
    isSuper: isSuper === true,
    what: field
      ? { part: "number", field: String(field) }
      : part === "document"
        ? { part: isOriginal ? "original" : part, document: String(document) }
        : { part: part === "duplicate" || part === "export" ? part : "account" },
    reason: noteId === undefined ? null : String(reason),
    noteId: typeof noteId === "string" ? noteId : null,
  };
}

/** The number of different users whose accounts or documents an administrator opened or exported on a day (Lagos time). */
export interface DailyReads {
  /** The day, such as `2026-03-02`. */
  day: string;
  readerId: string;
  users: number;
}

/** Returns the daily reads of the last `days` days, including today; newest first. Rows shown as possible duplicates do not count. */
export async function countReadsPerDay(days: number, reader: Tx | typeof db = db): Promise<DailyReads[]> {
  return reader.$queryRaw<DailyReads[]>`
    SELECT to_char(at AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day, actor_id AS "readerId",
      count(DISTINCT target_id)::int AS users
    FROM audit_events
    WHERE ${isRead} AND data->>'part' <> 'duplicate'
      AND at >= (date_trunc('day', now() AT TIME ZONE 'Africa/Lagos') - make_interval(days => ${days - 1}::int)) AT TIME ZONE 'Africa/Lagos'
    GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC, 2`;
}
