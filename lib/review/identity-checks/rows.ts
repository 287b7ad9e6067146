import "server-only";
import * as z from "zod";
import type { Prisma } from "@/lib/db/client";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { maskNumbersIn } from "@/lib/mask";
import { providerLabels, checkSources, type IdentityCheckDto } from "./schema";

/** What is stored sealed of a check: the comparison in words, and for a manual check where it was made and the note. */
const sealedSchema = z.object({
  explanation: z.string(),
  source: z.enum(checkSources).nullable(),
  note: z.string().nullable(),
  /** What the provider knows about the number. */
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

/** The columns of an answer of the row with this id. */
export function sealAnswer(id: string, answer: SealedAnswer) {
  const cipher = newRowCipher(TABLE, id);
  return { dataKey: cipher.dataKey, answerCipher: cipher.seal(COLUMN, JSON.stringify(answer)) };
}

export const checkInclude = { askedBy: { select: { name: true } } } as const;
export type CheckRow = Prisma.IdentityCheckGetPayload<{ include: typeof checkInclude }>;

/** The stored answer; null while there is none. */
export const openAnswer = ({
  id,
  dataKey,
  answerCipher,
}: Pick<CheckRow, "id" | "dataKey" | "answerCipher">): SealedAnswer | null =>
  dataKey && answerCipher
    ? sealedSchema.parse(JSON.parse(openRowCipher(TABLE, id, dataKey).open(COLUMN, answerCipher)))
    : null;

const failures = (provider: string) => ({
  no_answer: `No answer from ${provider}. Decide without it, or ask again.`,
  rejected: `${provider} does not accept this question, or the number is no longer stored. Compare it yourself.`,
  configuration: `${provider} is not set up correctly. Super administrators have been emailed. Decide without it, or ask again later.`,
});

export function toCheckDto(row: CheckRow): IdentityCheckDto {
  const answer = openAnswer(row);
  const provider = providerLabels[row.provider];
  return {
    _id: row.id,
    kind: row.kind,
    ordinal: row.ordinal,
    provider: row.provider,
    state: row.state,
    outcome: row.outcome,
    explanation:
      answer?.explanation ?? (row.failure ? failures(provider)[row.failure] : `Waiting for ${provider}.`),
    source: answer?.source ?? null,
    note: answer?.note ? maskNumbersIn(answer.note) : null,
    askedBy: row.askedBy?.name ?? null,
    askedAt: row.askedAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}
