import "server-only";
import type { Prisma } from "@/lib/db/client";
import { providerLabels } from "@/lib/identity/port";
import { openAnswer } from "@/lib/identity/sealed-answer";
import { maskNumbersIn } from "@/lib/mask";
import type { IdentityCheckDto } from "./schema";

export const checkInclude = { askedBy: { select: { name: true } } } as const;
export type CheckRow = Prisma.IdentityCheckGetPayload<{ include: typeof checkInclude }>;

const failures = (provider: string) => ({
  no_answer: `No answer from ${provider}. Decide without it, or ask again.`,
  rejected: `${provider} rejected this check, or the number is no longer stored. Compare it yourself.`,
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
