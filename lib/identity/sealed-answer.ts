import "server-only";
import * as z from "zod";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { checkSources } from "./port";

/** The sealed result of a check: the comparison in words and, for a manual check, its source and note. */
const sealedSchema = z.object({
  explanation: z.string(),
  source: z.enum(checkSources).nullable(),
  note: z.string().nullable(),
  /** The provider's data about the number. */
  found: z
    .object({
      name: z.union([z.string(), z.boolean()]).nullable(),
      dateOfBirth: z.union([z.string(), z.boolean()]).nullable(),
      status: z.string().nullable(),
    })
    .nullable(),
});
export type SealedAnswer = z.output<typeof sealedSchema>;

const TABLE = "identity_checks";
const COLUMN = "answer_cipher";

/** The columns of a row, with or without an answer. */
interface SealedRow {
  id: string;
  dataKey: string | null;
  answerCipher: string | null;
}

/** Returns the columns of an answer of the row with this id. */
export function sealAnswer(id: string, answer: SealedAnswer) {
  const cipher = newRowCipher(TABLE, id);
  return { dataKey: cipher.dataKey, answerCipher: cipher.seal(COLUMN, JSON.stringify(answer)) };
}

/** Returns the stored answer; null while there is none. */
export const openAnswer = ({ id, dataKey, answerCipher }: SealedRow): SealedAnswer | null =>
  dataKey && answerCipher
    ? sealedSchema.parse(JSON.parse(openRowCipher(TABLE, id, dataKey).open(COLUMN, answerCipher)))
    : null;
