import "server-only";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { VerificationStatus } from "@/lib/roles";
import type { Viewer } from "@/lib/viewer";
import { can } from "@/lib/rights";
import { confirmableKinds, mayConfirm, mayPropose, visibleKinds } from "./right-rules";
import { caseSubject, isPending, LIFETIME_MS, openAct } from "./proposals";
import { actFields } from "./act-schema";
import { describeAct, type ProposalDto, type UserProposal } from "./schema";

/** The maximum number of proposals in the list. */
const MAX_LISTED = 100;

/** Returns the number of proposals that an administrator could decide on or withdraw. */
export async function countPendingProposals(viewer: Viewer): Promise<number> {
  const kinds = confirmableKinds(viewer);
  return kinds.length === 0 ? 0 : db.proposal.count({ where: { kind: { in: kinds }, ...isPending() } });
}

/** Returns the number of pending proposals of the kinds that the viewer may see. */
export const countVisibleProposals = (viewer: Viewer): Promise<number> =>
  db.proposal.count({ where: { kind: { in: visibleKinds(viewer) }, ...isPending() } });

/** Returns the latest pending proposals of the kinds that the viewer may see, at most 100. Throws FORBIDDEN. */
export async function listProposals(viewer: Viewer): Promise<ProposalDto[]> {
  if (!can(viewer, "approvals.read")) throw new AppError("FORBIDDEN");
  const rows = await db.proposal.findMany({
    where: { kind: { in: visibleKinds(viewer) }, ...isPending() },
    orderBy: [{ proposedAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  const ids = rows.flatMap(({ targetId, proposedById }) => [proposedById, ...(targetId ? [targetId] : [])]);
  const users = await db.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true, companyName: true, email: true, role: true },
  });
  const byId = new Map(users.map(({ id, ...user }) => [id, { _id: id, ...user }]));
  return rows.map((row) => {
    const act = openAct(row);
    return {
      _id: row.id,
      ...actFields(act),
      target: byId.get(act.targetId ?? "") ?? null,
      proposedBy: { _id: row.proposedById, name: byId.get(row.proposedById)?.name ?? null },
      proposedAt: row.proposedAt.toISOString(),
      expiresAt: new Date(row.proposedAt.getTime() + LIFETIME_MS).toISOString(),
      canDecide: (row.proposedById === viewer.userId ? mayPropose : mayConfirm)(viewer, act.kind),
    };
  });
}

/** Each kind can be proposed once for each state of the user. */
const MAX_ABOUT_USER = 20;

/**
 * Returns the pending proposals about a user, newest first, without approvals of an earlier case. Ordinary administrators get no names of
 * others and no changes of administrators (product 10.7).
 */
export async function listProposalsAbout(
  viewer: Viewer,
  user: { id: string; currentSubmissionId: string | null; status: VerificationStatus },
): Promise<UserProposal[]> {
  const pending = await db.proposal.findMany({
    where: {
      targetId: user.id,
      ...isPending(),
      ...(!viewer.isSuper && { kind: { notIn: ["role_change", "duty_change"] } }),
    },
    orderBy: { proposedAt: "desc" },
    take: MAX_ABOUT_USER,
  });
  const present = caseSubject(user.id, user.currentSubmissionId, user.status);
  const rows = pending.filter(({ kind, subject }) => kind !== "approval" || subject === present);
  const proposers =
    rows.length === 0
      ? []
      : await db.user.findMany({
          where: { id: { in: rows.map(({ proposedById }) => proposedById) } },
          select: { id: true, name: true },
        });
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    description: describeAct(actFields(openAct(row))),
    isOwn: row.proposedById === viewer.userId,
    proposer: (viewer.isSuper && proposers.find(({ id }) => id === row.proposedById)?.name) || null,
    proposedAt: row.proposedAt.toISOString(),
  }));
}
