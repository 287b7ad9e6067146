import "server-only";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { readDraft } from "./drafts";
import { formInclude, openReason, toFormAnswers, type FormRow } from "./rows";

const include = {
  ...formInclude,
  file: { include: { original: true } },
} as const satisfies Prisma.DueDiligenceInclude;
type Row = Prisma.DueDiligenceGetPayload<{ include: typeof include }>;

/** Returns a form with its decision, without the reviewer; `show` masks the Tax ID. Amounts are in kobo, shares in basis points. */
const toExport = (row: FormRow, show: (taxId: string) => string) => ({
  kind: row.kind,
  state: row.state,
  sentAt: row.sentAt.toISOString(),
  ...toFormAnswers(row, show),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  reason: openReason(row),
});

/** Returns the forms of a user, oldest first, their draft, and their documents, for the archive of their data (product 10.8). */
export async function exportDueDiligence(userId: string) {
  const rows: Row[] = await db.dueDiligence.findMany({ where: { userId }, include, orderBy: { id: "asc" } });
  const draft = await readDraft(db, userId);
  return {
    forms: rows.map((row) => toExport(row, (taxId) => taxId)),
    draft: draft && { savedAt: draft.updatedAt.toISOString(), answers: draft.values },
    documents: rows.flatMap(({ file }, index) =>
      file ? [{ folder: `due-diligence-${index + 1}`, file }] : [],
    ),
  };
}

/**
 * Returns forms, oldest first, with the reviewers' ids, for a record or an evidence pack; `show` masks the Tax ID. A document is represented by
 * its type, size and hash.
 */
export async function listFormRecords(
  reader: Tx | typeof db,
  where: Prisma.DueDiligenceWhereInput,
  show: (taxId: string) => string = (taxId) => taxId,
) {
  const rows = await reader.dueDiligence.findMany({ where, include: formInclude, orderBy: { id: "asc" } });
  return rows.map((row) => ({
    ...toExport(row, show),
    decidedById: row.decidedById,
    document: row.file && `${row.file.contentType}, ${row.file.size} bytes, SHA-256 ${row.file.sha256}`,
  }));
}
