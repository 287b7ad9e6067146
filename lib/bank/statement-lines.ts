import "server-only";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import type { Prisma } from "@/lib/db/client";

const TABLE = "statement_lines";

/** The sealed texts of a line: narration and counterparty contain names. */
export interface LineTexts {
  narration: string;
  counterparty: string;
}

type Row = Pick<
  Prisma.StatementLineModel,
  "id" | "dataKey" | "narrationCipher" | "counterpartyCipher" | "noteCipher"
>;

/** Returns the sealed columns of a new row. */
export function sealTexts(id: string, { narration, counterparty }: LineTexts) {
  const cipher = newRowCipher(TABLE, id);
  return {
    dataKey: cipher.dataKey,
    narrationCipher: cipher.seal("narration_cipher", narration),
    counterpartyCipher: cipher.seal("counterparty_cipher", counterparty),
  };
}

/** Returns the texts of a stored row; empty after the retention period. Throws if they were changed in the database. */
export function openTexts(row: Row): LineTexts & { note: string | null } {
  if (!row.narrationCipher) return { narration: "", counterparty: "", note: null };
  const cipher = openRowCipher(TABLE, row.id, row.dataKey);
  return {
    narration: cipher.open("narration_cipher", row.narrationCipher),
    counterparty: cipher.open("counterparty_cipher", row.counterpartyCipher),
    note: row.noteCipher && cipher.open("note_cipher", row.noteCipher),
  };
}
