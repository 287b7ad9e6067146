import "server-only";
import { newRowCipher, openRowCipher } from "./cipher";

/** An administrator's free text, sealed in its row in the columns `data_key` and `note_cipher` (threat 60). */
interface NoteColumns {
  dataKey: string | null;
  noteCipher: string | null;
}

/** Returns the note columns of the row with this id; null if there is no note. */
export function sealNoteColumns(table: string, id: string, note: string | null | undefined): NoteColumns {
  if (!note) return { dataKey: null, noteCipher: null };
  const cipher = newRowCipher(table, id);
  return { dataKey: cipher.dataKey, noteCipher: cipher.seal("note_cipher", note) };
}

/** Returns the note of a stored row; null if it has none. */
export const openNoteColumns = (
  table: string,
  { id, dataKey, noteCipher }: NoteColumns & { id: string },
): string | null =>
  dataKey && noteCipher ? openRowCipher(table, id, dataKey).open("note_cipher", noteCipher) : null;
