import "server-only";
import { dayOf, dateOf } from "@/lib/dates";
import type { Prisma } from "@/lib/db/client";
import { toAnswers } from "@/lib/forms/rows";
import { toNaira } from "@/lib/money";
import { cipherColumn, toRow } from "@/lib/onboarding/submission/rows";
import { openRowCipher } from "@/lib/pii/cipher";
import type { SubmissionKind } from "@/lib/submission-rules";
import { dueDiligenceGroup, isOwner, parseShare, parseTotal } from "./form";
import type { DueDiligenceAnswers } from "./schema";

/** The columns of sent forms (ADR 48). */
const { table, fields } = dueDiligenceGroup;

/** The column of the reason, which is bound into its ciphertext. */
export const REASON_COLUMN = "reason_cipher";

export const formInclude = {
  owners: { orderBy: { ordinal: "asc" } },
  file: { select: { id: true, originalName: true, size: true, contentType: true, sha256: true } },
} as const satisfies Prisma.DueDiligenceInclude;
export type FormRow = Prisma.DueDiligenceGetPayload<{ include: typeof formInclude }>;

/** Returns the columns of a form with this id, its Tax ID sealed, and its owners. The answers have been validated. */
export function toFormColumns(id: string, kind: SubmissionKind, answers: DueDiligenceAnswers) {
  const { expectedAmount, ownersTotal, owners, ...texts } = answers;
  return {
    ...toRow(dueDiligenceGroup, id, texts),
    // Answers of the other kind of customer are not part of this form.
    occupation: kind === "individual" ? (texts.occupation ?? null) : null,
    expectedAmount: BigInt(expectedAmount),
    ownersTotal: kind === "corporate" ? parseTotal(ownersTotal ?? "") : null,
    owners: { create: owners.map((owner, ordinal) => ({ ordinal, ...toOwnerColumns(owner) })) },
  };
}

const toOwnerColumns = ({
  kind,
  name,
  role,
  share = "",
  dateOfBirth = "",
  country,
}: DueDiligenceAnswers["owners"][number]) => ({
  kind,
  name,
  role,
  share: isOwner(role) ? parseShare(share) : null,
  dateOfBirth: kind === "Person" ? dateOf(dateOfBirth) : null,
  country,
});

/** Returns the answers of a stored form; `show` masks the Tax ID or returns it in full. Amounts are in kobo, shares in basis points. */
export function toFormAnswers(row: FormRow, show: (taxId: string) => string) {
  const cipher = openRowCipher(table, row.id, row.dataKey);
  const { expectedAmount, ownersTotal, ...texts } = row;
  const columns = { ...texts, expectedAmount: "", ownersTotal: null };
  return {
    ...toAnswers(fields, columns, (kind, sealed) => show(cipher.open(cipherColumn(kind), sealed))),
    expectedAmount: String(expectedAmount),
    ownersTotal,
    owners: row.owners.map(({ kind, name, role, share, dateOfBirth, country }) => ({
      kind,
      name,
      role,
      share,
      dateOfBirth: dateOfBirth && dayOf(dateOfBirth),
      country,
    })),
  };
}

/** Seals what a customer must change, in the row of the form. */
export const sealReason = ({ id, dataKey }: Pick<FormRow, "id" | "dataKey">, reason: string): string =>
  openRowCipher(table, id, dataKey).seal(REASON_COLUMN, reason);

/** Returns what a customer must change; null unless the form was returned. */
export const openReason = ({ id, dataKey, reasonCipher }: Pick<FormRow, "id" | "dataKey" | "reasonCipher">) =>
  reasonCipher && openRowCipher(table, id, dataKey).open(REASON_COLUMN, reasonCipher);

/** Returns the values of the form that has these answers. */
export const toFormValues = ({ expectedAmount, ...answers }: DueDiligenceAnswers) => ({
  ...answers,
  expectedAmount: toNaira(BigInt(expectedAmount)).replace(/\.00$/, ""),
});
