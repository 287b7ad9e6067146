import "server-only";
import { newRowCipher, openRowCipher, type RowCipher } from "@/lib/pii/cipher";
import type { Prisma } from "@/lib/db/client";

const TABLE = "statement_lines";

/** The sealed texts of a line: narration and counterparty contain names, and the note contains the reason for ignoring the line. */
export interface LineTexts {
  narration: string;
  counterparty: string;
}

type Row = Pick<
  Prisma.StatementLineModel,
  "id" | "dataKey" | "narrationCipher" | "counterpartyCipher" | "noteCipher"
>;

const openCipher = ({ id, dataKey }: Pick<Row, "id" | "dataKey">): RowCipher =>
  openRowCipher(TABLE, id, dataKey);

/** Returns the sealed columns of a new row. */
export function sealTexts(id: string, { narration, counterparty }: LineTexts) {
  const cipher = newRowCipher(TABLE, id);
  return {
    dataKey: cipher.dataKey,
    narrationCipher: cipher.seal("narration_cipher", narration),
    counterpartyCipher: cipher.seal("counterparty_cipher", counterparty),
  };
}

export const sealNote = (row: Pick<Row, "id" | "dataKey">, note: string): string =>
  openCipher(row).seal("note_cipher", note);

/** Returns the texts of a stored row; empty after the retention period. Throws if they were changed in the database. */
export function openTexts(row: Row): LineTexts & { note: string | null } {
  if (!row.narrationCipher) return { narration: "", counterparty: "", note: null };
  const cipher = openCipher(row);
  return {
    narration: cipher.open("narration_cipher", row.narrationCipher),
    counterparty: cipher.open("counterparty_cipher", row.counterpartyCipher),
    note: row.noteCipher && cipher.open("note_cipher", row.noteCipher),
  };
}

/** Returns the ledger key of a line's receipt. */
export const receiptKey = (key: string): string => `receipt:${key}`;
/** Returns the ledger key of a manual receipt, by bank reference in upper case. Keys of lines are in lower case. */
export const manualReceiptKey = (bankReference: string): string => `receipt:${bankReference}`;
