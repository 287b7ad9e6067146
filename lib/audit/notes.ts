import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { newRowCipher } from "@/lib/pii/cipher";
import { openNoteColumns } from "@/lib/pii/note-columns";

const TABLE = "audit_notes";

/**
 * Stores free text about a user, encrypted with its own key, in the transaction of the audited act (threat 60). Text and key are deleted
 * with the user.
 * @returns the id for the audit row
 */
export async function sealNote(tx: Tx, userId: string, note: string): Promise<string> {
  const id = uuidv7();
  const cipher = newRowCipher(TABLE, id);
  await tx.auditNote.create({
    data: { id, userId, dataKey: cipher.dataKey, noteCipher: cipher.seal("note_cipher", note) },
  });
  return id;
}

/** Returns notes by their ids, without null and the ids of deleted notes. */
export async function openNotes(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await db.auditNote.findMany({ where: { id: { in: known } } });
  return new Map(rows.map((row) => [row.id, openNoteColumns(TABLE, row) ?? ""]));
}
