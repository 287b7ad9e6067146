import "server-only";
import type { Prisma } from "@/lib/db/client";
import { openNoteColumns } from "@/lib/pii/note-columns";
import type { DuplicateDecisionDto, DuplicateLinkDto } from "@/lib/users/dto";

/** Decisions on pairs, as shown to reviewers (product 10.20). */
export const decisionInclude = { decidedBy: { select: { name: true } } } as const;
type Row = Prisma.DuplicateDecisionGetPayload<{ include: typeof decisionInclude }>;

export const NOTE_TABLE = "duplicate_decisions";

/** `equal` contains the current links. */
export const toDecisionDto = (
  row: Row,
  equal: readonly Pick<DuplicateLinkDto, "key">[],
): DuplicateDecisionDto => ({
  verdict: row.verdict,
  note: openNoteColumns(NOTE_TABLE, row),
  decidedBy: row.decidedBy?.name ?? null,
  decidedAt: row.decidedAt.toISOString(),
  isSettled: equal.every(({ key }) => row.links.includes(key)),
});
