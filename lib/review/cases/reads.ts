import "server-only";
import { openNotes } from "@/lib/audit/notes";
import { countReadsPerDay, listAllReadsOf, listReadsOf, type DailyReads } from "@/lib/audit/reads";
import { AppError } from "@/lib/errors";
import { namesOf } from "@/lib/users/names";
import { can } from "@/lib/rights";
import type { Viewer } from "@/lib/viewer";
import type { NamedReadDto } from "./schema";

export interface NamedDailyReads extends DailyReads {
  reader: string | null;
}

const DAYS = 7;

/**
 * Returns administrators' reads of a user's data, with names and notes (product 10.11): the latest, as `listReadsOf` returns them, or all.
 * Throws FORBIDDEN without the right `audit.read`.
 */
export async function listReads(viewer: Viewer, userId: string, all = false): Promise<NamedReadDto[]> {
  if (!can(viewer, "audit.read")) throw new AppError("FORBIDDEN");
  const reads = await (all ? listAllReadsOf(userId) : listReadsOf(userId));
  const notes = await openNotes(reads.map(({ noteId }) => noteId));
  const names = await namesOf(reads.map(({ readerId }) => readerId));
  return reads.map(({ noteId, ...read }) => ({
    ...read,
    reader: names.get(read.readerId) ?? null,
    note: notes.get(noteId ?? "") ?? null,
  }));
}

/**
 * Returns the number of users each administrator opened on each of the last seven days. Throws FORBIDDEN without the right
 * `audit.read`.
 */
export async function listReadsPerDay(viewer: Viewer): Promise<NamedDailyReads[]> {
  if (!can(viewer, "audit.read")) throw new AppError("FORBIDDEN");
  const days = await countReadsPerDay(DAYS);
  const names = await namesOf(days.map(({ readerId }) => readerId));
  return days.map((day) => ({ ...day, reader: names.get(day.readerId) ?? null }));
}
