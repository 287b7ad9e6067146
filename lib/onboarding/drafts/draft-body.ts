import "server-only";
import { db, type Tx } from "@/lib/db/client";
import type { StoredFile } from "@/lib/files/files";
import { openRowCipher } from "@/lib/pii/cipher";
import type { SubmissionKind } from "@/lib/submission-rules";

/** The decrypted content of a draft. */
export interface DraftBody {
  kind: SubmissionKind;
  values: Record<string, unknown>;
  updatedAt: Date;
}

export const DRAFT_TABLE = "form_drafts";
export const DRAFT_COLUMN = "body_cipher";

/** Reads a user's draft with numbers in full; server only. */
export async function readDraftBody(userId: string, tx: Tx | typeof db = db): Promise<DraftBody | null> {
  const row = await tx.formDraft.findUnique({ where: { userId } });
  if (!row) return null;
  const text = openRowCipher(DRAFT_TABLE, userId, row.dataKey).open(DRAFT_COLUMN, row.bodyCipher);
  return { kind: row.kind, values: JSON.parse(text) as Record<string, unknown>, updatedAt: row.updatedAt };
}

/** Deletes the draft, in the caller's transaction. Returns the files to delete after the commit. */
export async function deleteDraft(tx: Tx, userId: string): Promise<StoredFile[]> {
  await tx.formDraft.deleteMany({ where: { userId } });
  return removeDraftFiles(tx, { userId });
}

/** Removes documents from a draft. Returns the files to delete after the commit. */
export async function removeDraftFiles(
  tx: Tx,
  where: { userId: string; field?: string },
): Promise<StoredFile[]> {
  const files = await tx.draftFile.findMany({ where, select: { fileId: true } });
  await tx.draftFile.deleteMany({ where });
  return files.map(({ fileId }) => ({ id: fileId }));
}
