import "server-only";
import type * as z from "zod";
import { db, transaction } from "@/lib/db/client";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError, notFound } from "@/lib/errors";
import { deleteUnreferencedFiles, type StoredFile } from "@/lib/files/files";
import type { FileRule } from "@/lib/forms/files";
import { newRowCipher } from "@/lib/pii/cipher";
import { paths } from "@/lib/routes/paths";
import { DRAFT_DEVICE, requiredForm } from "@/lib/submission-rules";
import type { Viewer } from "@/lib/viewer";
import type { DraftDto } from "../dto";
import { documentSlots } from "../forms/document-rules";
import { lockForSubmission } from "../submission/commands";
import { DRAFT_COLUMN, DRAFT_TABLE, deleteDraft, readDraftBody, removeDraftFiles } from "./draft-body";
import { maskNumbers, unmaskNumbers } from "./masked-numbers";
import { type draftSchema } from "./schema";

function kindOf(viewer: Viewer) {
  const kind = requiredForm(viewer)?.kind;
  if (!kind) throw new AppError("FORBIDDEN", "Choose a profile first");
  return kind;
}

/** Returns the viewer's draft (product 4.4) with its uploaded documents, numbers masked; null if there is none. */
export async function getDraft(viewer: Viewer): Promise<DraftDto | null> {
  const kind = kindOf(viewer);
  const [body, files] = await Promise.all([
    readDraftBody(viewer.userId),
    db.draftFile.findMany({ where: { userId: viewer.userId }, include: { file: true } }),
  ]);
  const own = body?.kind === kind ? body : null;
  if (!own && files.length === 0) return null;
  // `savedAt` is the time of the answers: a later upload must not hide that the answers have changed in the meantime.
  const savedAt = own?.updatedAt ?? new Date(Math.max(...files.map(({ file }) => file.createdAt.getTime())));
  return {
    kind,
    values: maskNumbers(own?.values ?? {}),
    savedAt: savedAt.toISOString(),
    files: Object.fromEntries(
      files.map(({ field, file: { id, originalName: name, size, contentType } }) => [
        field,
        { _id: id, name, size, contentType, path: paths.file(id) },
      ]),
    ),
  };
}

/**
 * Replaces the draft's answers. Masked numbers keep their stored values. Throws FORBIDDEN or ALREADY_SUBMITTED if there is no form to fill
 * in, DRAFT_CHANGED if another device saved the current answers and `seen` is not their version.
 */
export async function saveDraft(
  viewer: Viewer,
  { values, savedAt: seen }: z.output<typeof draftSchema>,
): Promise<{ savedAt: string }> {
  const kind = kindOf(viewer);
  return transaction(async (tx) => {
    await lockForSubmission(tx, viewer, kind);
    const before = await readDraftBody(viewer.userId, tx);
    const restored = await unmaskNumbers(viewer, values, tx);
    // The response to this device's last save may have been lost or may still be in flight.
    const device = values[DRAFT_DEVICE];
    const own = device !== undefined && device === before?.values[DRAFT_DEVICE];
    // Times are compared for equality only: a time made up by a client must not count as later than the stored one.
    if (before?.kind === kind && seen && before.updatedAt.getTime() !== seen.getTime() && !own) {
      throw new AppError("DRAFT_CHANGED", undefined, { data: { savedAt: before.updatedAt.toISOString() } });
    }
    // The time is strictly increasing, even if the clocks of two servers differ.
    const updatedAt = new Date(Math.max(Date.now(), (before?.updatedAt.getTime() ?? 0) + 1));
    const cipher = newRowCipher(DRAFT_TABLE, viewer.userId);
    const row = {
      kind,
      dataKey: cipher.dataKey,
      bodyCipher: cipher.seal(DRAFT_COLUMN, JSON.stringify(restored)),
      updatedAt,
    };
    await tx.formDraft.upsert({
      where: { userId: viewer.userId },
      create: { userId: viewer.userId, ...row },
      update: row,
    });
    return { savedAt: updatedAt.toISOString() };
  });
}

/** Deletes the draft and its documents. */
export async function clearDraft(viewer: Viewer): Promise<void> {
  const files = await transaction(async (tx) => {
    await lockViewer(tx, viewer);
    return deleteDraft(tx, viewer.userId);
  });
  await deleteUnreferencedFiles(files);
}

/** Returns the rule of a document by part name. Throws NOT_FOUND if the viewer's form does not contain it. */
export function draftFileRule(viewer: Viewer, field: string): FileRule {
  const rule = documentSlots(kindOf(viewer)).find((slot) => slot.field === field)?.rule;
  if (!rule) throw notFound("This form does not ask for that document");
  return rule;
}

/** Adds an uploaded document to the draft, replacing an earlier one. */
export async function putDraftFile(viewer: Viewer, field: string, file: StoredFile): Promise<void> {
  const { userId } = viewer;
  const replaced = await transaction(async (tx) => {
    await lockForSubmission(tx, viewer, kindOf(viewer));
    const before = await removeDraftFiles(tx, { userId, field });
    await tx.draftFile.create({ data: { userId, field, fileId: file.id } });
    return before;
  });
  await deleteUnreferencedFiles(replaced);
}

/** Removes an uploaded document from the draft. A missing one is not an error. */
export async function removeDraftFile(viewer: Viewer, field: string): Promise<void> {
  const files = await transaction(async (tx) => {
    await lockViewer(tx, viewer);
    return removeDraftFiles(tx, { userId: viewer.userId, field });
  });
  await deleteUnreferencedFiles(files);
}
