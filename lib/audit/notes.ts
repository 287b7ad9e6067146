import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";

/**
 * Stores free text about a user, encrypted with a key of its own, in the transaction of the audited act (threat 60). Text and key are
 * deleted with the user.
 * @returns the id for the audit row
 */
export async function sealNote(tx: Tx, userId: string, note: string): Promise<string> {
  const id = uuidv7();
  const cipher = newRowCipher("audit_notes", id);
  await tx.auditNote.create({
    data: { id, userId, dataKey: cipher.dataKey, noteCipher: cipher.seal("note_cipher", note) },
  });
  return id;
}

/** The notes about a user, by id. */
export async function openNotes(userId: string): Promise<Map<string, string>> {
  const rows = await db.auditNote.findMany({ where: { userId } });
  return new Map(
    rows.map(({ id, dataKey, noteCipher }) => [
      id,
      openRowCipher("audit_notes", id, dataKey).open("note_cipher", noteCipher),
    ]),
  );
}
