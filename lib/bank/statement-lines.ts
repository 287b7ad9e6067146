import "server-only";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import type { Prisma } from "@/lib/db/client";
import type { StatementPart } from "./readers/statement";

const TABLE = "statement_lines";

/** The sealed texts of a line: narration and counterparty contain names. */
export interface LineTexts {
  narration: string;
  counterparty: string;
}

/** A payment of a batch booking as it is stored; the amount is kobo as decimal text. */
export type StoredPart = Omit<StatementPart, "amountKobo"> & { amount: string | null };

type Row = Pick<
  Prisma.StatementLineModel,
  "id" | "dataKey" | "narrationCipher" | "counterpartyCipher" | "partsCipher" | "noteCipher"
>;

/** Returns the sealed columns of a new row. */
export function sealTexts(
  id: string,
  { narration, counterparty, parts }: LineTexts & { parts: readonly StatementPart[] },
) {
  const cipher = newRowCipher(TABLE, id);
  return {
    dataKey: cipher.dataKey,
    narrationCipher: cipher.seal("narration_cipher", narration),
    counterpartyCipher: cipher.seal("counterparty_cipher", counterparty),
    partsCipher: parts.length > 0 ? cipher.seal("parts_cipher", JSON.stringify(parts.map(toStored))) : null,
  };
}

const toStored = ({ amountKobo, ...texts }: StatementPart): StoredPart => ({
  ...texts,
  amount: amountKobo === null ? null : String(amountKobo),
});

/** Returns the texts of a stored row; empty after the retention period. Throws if they were changed in the database. */
export function openTexts(row: Row): LineTexts & { parts: StoredPart[]; note: string | null } {
  if (!row.narrationCipher) return { narration: "", counterparty: "", parts: [], note: null };
  const cipher = openRowCipher(TABLE, row.id, row.dataKey);
  return {
    narration: cipher.open("narration_cipher", row.narrationCipher),
    counterparty: cipher.open("counterparty_cipher", row.counterpartyCipher),
    parts: row.partsCipher ? (JSON.parse(cipher.open("parts_cipher", row.partsCipher)) as StoredPart[]) : [],
    note: row.noteCipher && cipher.open("note_cipher", row.noteCipher),
  };
}

/** Returns the narration of a stored row; empty after the retention period. Throws if it was changed in the database. */
export const openNarration = ({
  id,
  dataKey,
  narrationCipher,
}: Pick<Row, "id" | "dataKey" | "narrationCipher">): string =>
  narrationCipher && openRowCipher(TABLE, id, dataKey).open("narration_cipher", narrationCipher);
