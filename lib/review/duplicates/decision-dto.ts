import "server-only";
import type { Prisma } from "@/lib/db/client";
import { openRowCipher } from "@/lib/pii/cipher";
import type { DuplicateDecisionDto, DuplicateLinkDto } from "@/lib/users/dto";

/** Decisions on pairs as reviewers read them (product 10.20). */
export const decisionInclude = { decidedBy: { select: { name: true } } } as const;
type Row = Prisma.DuplicateDecisionGetPayload<{ include: typeof decisionInclude }>;

export const NOTE_TABLE = "duplicate_decisions";

/** `equal` are the links that exist now. */
export const toDecisionDto = (
  { id, verdict, links, dataKey, noteCipher, decidedBy, decidedAt }: Row,
  equal: readonly Pick<DuplicateLinkDto, "key">[],
): DuplicateDecisionDto => ({
  verdict,
  note: dataKey && noteCipher ? openRowCipher(NOTE_TABLE, id, dataKey).open("note_cipher", noteCipher) : null,
  decidedBy: decidedBy?.name ?? null,
  decidedAt: decidedAt.toISOString(),
  isSettled: equal.every(({ key }) => links.includes(key)),
});
