import "server-only";
import { toPage } from "@/lib/cursor";
import { actFields } from "@/lib/approvals/act-schema";
import { describeAct } from "@/lib/approvals/schema";
import { isPending, openAct } from "@/lib/approvals/proposals";
import { recordReads } from "@/lib/audit/reads";
import { db, type Prisma } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { mask } from "@/lib/mask";
import type { Viewer } from "@/lib/viewer";
import { toDocument } from "./drafts";
import type { DueDiligenceFormDto, DueDiligenceSummaryDto } from "./dto";
import { findFindings } from "./findings";
import { formInclude, openReason, toFormAnswers } from "./rows";
import type { DueDiligenceListQuery } from "./schema";

/** The due diligence forms on the desk (product 10.41). */
const userSelect = { id: true, name: true, companyName: true, email: true } as const;
/** A customer who has become an administrator is no longer one. */
const ofCustomers = { user: { role: { not: "admin" } } } as const satisfies Prisma.DueDiligenceWhereInput;
const include = { user: { select: userSelect } } as const satisfies Prisma.DueDiligenceInclude;
type Row = Prisma.DueDiligenceGetPayload<{ include: typeof include }>;

const toSummary = ({ id, state, kind, sentAt, dueAt, decidedAt, user }: Row): DueDiligenceSummaryDto => ({
  _id: id,
  state,
  kind,
  sentAt: sentAt.toISOString(),
  dueAt: dueAt.toISOString(),
  isLate: state === "sent" && dueAt < new Date(),
  decidedAt: decidedAt?.toISOString() ?? null,
  user: { _id: user.id, name: user.name, companyName: user.companyName, email: user.email },
});

/** Returns a page of forms in this state, waiting ones by their deadline, others newest first. Reading the list is recorded for each user. */
export async function listForms(
  viewer: Viewer,
  { state, after, limit }: DueDiligenceListQuery,
): Promise<{ forms: DueDiligenceSummaryDto[]; next: string | null }> {
  const rows = await db.dueDiligence.findMany({
    where: { state, ...ofCustomers },
    include,
    orderBy: state === "sent" ? [{ dueAt: "asc" }, { id: "asc" }] : [{ id: "desc" }],
    take: limit + 1,
    ...(after && { cursor: { id: after }, skip: 1 }),
  });
  const { shown, next } = toPage(rows, limit, ({ id }) => id);
  await recordReads(
    viewer,
    shown.map(({ userId }) => ({ subjectId: userId, part: "account" as const })),
  );
  return { forms: shown.map(toSummary), next };
}

/** Returns the number of waiting forms, for the menu. */
export const countWaitingForms = (): Promise<number> =>
  db.dueDiligence.count({ where: { state: "sent", ...ofCustomers } });

/** Returns a form with its findings, the Tax ID masked. The read is recorded. Throws NOT_FOUND. */
export async function getForm(viewer: Viewer, id: string): Promise<DueDiligenceFormDto> {
  const row = await db.dueDiligence.findUnique({
    where: { id, ...ofCustomers },
    include: { ...formInclude, ...include, decidedBy: { select: { name: true } } },
  });
  if (!row) throw notFound("This form does not exist");
  await recordReads(viewer, [{ subjectId: row.userId, part: "account" }]);
  const versions = await db.dueDiligence.findMany({
    where: { userId: row.userId, kind: row.kind },
    select: { id: true, state: true, sentAt: true, decidedAt: true },
    orderBy: [{ sentAt: "desc" }, { id: "desc" }],
  });
  const isNewest = versions[0]?.id === id;
  return {
    ...toSummary(row),
    isNewest,
    answers: toFormAnswers(row, mask),
    document: row.file && toDocument(row.file),
    reason: openReason(row),
    decidedBy: (viewer.isSuper && row.decidedBy?.name) || null,
    findings: isNewest && row.state !== "changes_requested" ? await findFindings(db, row, viewer.userId) : [],
    proposal: await findProposal(viewer, id),
    versions: versions.map(({ id: _id, state, sentAt, decidedAt }) => ({
      _id,
      state,
      sentAt: sentAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  };
}

/** Returns the pending approval of a form. Ordinary administrators get no names of others (product 10.7). */
async function findProposal(viewer: Viewer, formId: string): Promise<DueDiligenceFormDto["proposal"]> {
  const row = await db.proposal.findFirst({
    where: { kind: "due_diligence", subject: formId, ...isPending() },
  });
  if (!row) return null;
  const proposer = viewer.isSuper
    ? await db.user.findUnique({ where: { id: row.proposedById }, select: { name: true } })
    : null;
  return {
    _id: row.id,
    kind: row.kind,
    description: describeAct(actFields(openAct(row))),
    isOwn: row.proposedById === viewer.userId,
    proposer: proposer?.name ?? null,
    proposedAt: row.proposedAt.toISOString(),
  };
}
