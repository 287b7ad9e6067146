import "server-only";
import { signChainHeadNow } from "@/lib/audit/anchor";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { db, transaction, type Prisma } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { AppError, notFound } from "@/lib/errors";
import { openRetainedBody, type RetainedBody } from "@/lib/onboarding/retention/retained-records";
import { can } from "@/lib/rights";
import type { Viewer } from "@/lib/viewer";
import type { OpeningReason } from "../users/admin-schema";
import type { RetainedRecordDto, RetainedSummaryDto } from "../users/retained-record-dto";

/** Super administrators' access to the retained data of erased verifications (threat 54, product 10.12). */
const MAX_LISTED = 100;

/** Returns the latest records, at most 100, and their total. Throws FORBIDDEN without the right `audit.read`. */
export async function listRetainedRecords(
  viewer: Viewer,
): Promise<{ total: number; records: RetainedSummaryDto[] }> {
  if (!can(viewer, "audit.read")) throw new AppError("FORBIDDEN");
  const [total, rows] = await Promise.all([
    db.retainedRecord.count(),
    db.retainedRecord.findMany({
      select: { id: true, erasedAt: true, keepUntil: true, outcome: true, decidedAt: true },
      orderBy: [{ erasedAt: "desc" }, { id: "desc" }],
      take: MAX_LISTED,
    }),
  ]);
  return { total, records: rows.map(toSummary) };
}

/**
 * Opens a record. The opening is audited with the code of the reason before the record is returned; the head of the audit chain is signed
 * immediately if possible. The caller requires a fresh proof of identity. Throws FORBIDDEN, RECENTLY_RESET, NOT_FOUND.
 */
export async function openRetainedRecord(
  viewer: Viewer,
  recordId: string,
  reason: OpeningReason,
): Promise<RetainedRecordDto> {
  const opened = await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "super");
    await requireNoRecentReset(viewer.userId, tx);
    const row = await tx.retainedRecord.findUnique({ where: { id: recordId } });
    if (!row) throw notFound("This record does not exist, or its retention period is over");
    const sections = toSections(openRetainedBody(row));
    await audit(tx, {
      actorId: viewer.userId,
      action: "record.opened",
      targetId: row.userId,
      data: { recordId, reason },
    });
    return { ...toSummary(row), sections };
  });
  await signChainHeadNow();
  return opened;
}

type Summary = Pick<Prisma.RetainedRecordModel, "id" | "erasedAt" | "keepUntil" | "outcome" | "decidedAt">;
const toSummary = (row: Summary): RetainedSummaryDto => ({
  _id: row.id,
  erasedAt: row.erasedAt.toISOString(),
  keepUntil: row.keepUntil.toISOString(),
  outcome: row.outcome,
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

const toSections = ({
  account,
  guardian,
  submissions,
  dueDiligence = [],
  books,
}: RetainedBody): RetainedRecordDto["sections"] => [
  { title: "Account", facts: factsOf(account) },
  ...(guardian ? [{ title: "Parent or Guardian", facts: factsOf(guardian, "guardian") }] : []),
  ...submissions.map(({ answers, ...submission }, index) => ({
    title: `Submission ${index + 1}`,
    facts: [...factsOf(submission), ...factsOf(answers)],
  })),
  ...dueDiligence.map((form, index) => ({
    title: `Due diligence form ${index + 1}`,
    facts: factsOf(form),
  })),
  ...(["investments", "payouts"] as const).flatMap((list) =>
    (books?.[list] ?? []).map((row, index) => ({
      title: `${list === "payouts" ? "Payout" : "Investment"} ${index + 1}`,
      facts: factsOf(row),
    })),
  ),
];

/** Returns the non-empty values of an object by their paths. */
function factsOf(value: unknown, path = ""): { path: string; value: string }[] {
  if (value && typeof value === "object") {
    return Object.entries(value).flatMap(([key, item]) => factsOf(item, path ? `${path}.${key}` : key));
  }
  return value === null || value === undefined || value === "" ? [] : [{ path, value: String(value) }];
}
