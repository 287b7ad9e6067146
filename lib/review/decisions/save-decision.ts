import "server-only";
import { supersedeProposals } from "@/lib/approvals/proposals";
import { audit } from "@/lib/audit/audit";
import { timeToDecision } from "@/lib/calendar/deadlines";
import type { Prisma, Tx } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { enqueue } from "@/lib/mail/outbox";
import type { RequestedChangeDto } from "@/lib/onboarding/forms/reason-rules";
import { describeChanges, sealReason } from "@/lib/onboarding/submission/decision-reasons";
import { announceAccount } from "@/lib/payouts/holds";
import { rateUser } from "@/lib/risk/rating";
import { syncAlert } from "../screening/alerts";
import { questionsOf, reasonsOf, type FindingDto } from "../findings/schema";

export type Applicant = Prisma.UserGetPayload<object>;

/** A decision to be stored. */
export interface NewDecision {
  status: "approved" | "rejected";
  /** The reason for a rejection, unless parts are to be changed. */
  reason?: string | undefined;
  /** The flagged parts, given instead of a reason. The applicant can change only those (product 10.16). */
  requestedChanges?: readonly RequestedChangeDto[];
  /** The findings that the approval sets aside, and whether they were shown to the reviewer; recorded in the audit log. */
  setAside?: { findings: readonly FindingDto[]; shown: boolean };
}

/** Stores the decision on a locked user, with its audit row, and an email if it changes the account of their payouts. */
export async function saveDecision(
  tx: Tx,
  actorId: string,
  user: Omit<Applicant, "passwordHash" | "passwordContested" | "searchText">,
  { status, reason = undefined, requestedChanges, setAside }: NewDecision,
): Promise<void> {
  const userId = user.id;
  await supersedeProposals(tx, actorId, userId, ["approval", "deletion"]);
  const changesRequested = requestedChanges !== undefined;
  const decision = { reviewedAt: new Date(), reviewedById: actorId };
  const time = user.currentSubmissionId
    ? await timeToDecision(tx, user, user.currentSubmissionId, decision.reviewedAt)
    : null;
  if (user.currentSubmissionId) {
    await tx.submission.update({
      where: { id: user.currentSubmissionId },
      data: {
        state: status,
        changesRequested,
        claimedById: null,
        claimedAt: null,
        claimActiveAt: null,
        ...decision,
      },
    });
  }
  // A renewal continues while changes are requested.
  const renewing = user.renewing && changesRequested;
  await tx.user.update({ where: { id: userId }, data: { status, renewing, ...decision } });
  const id = uuidv7();
  await tx.decision.create({
    data: {
      id,
      userId,
      submissionId: user.currentSubmissionId,
      status,
      decidedAt: decision.reviewedAt,
      decidedById: actorId,
      ...sealReason(id, status === "rejected" && !changesRequested ? reason! : null),
      ...time,
    },
  });
  if (status === "approved")
    await rateUser(tx, userId, { hadSeriousFinding: reasonsOf(setAside?.findings ?? []).length > 0 });
  await announceAccount(tx, userId);
  await syncAlert(tx, userId, actorId);
  await audit(tx, {
    actorId,
    action: status === "approved" ? "submission.approved" : "submission.rejected",
    targetId: userId,
    data: {
      from: user.status,
      submissionId: user.currentSubmissionId,
      submitted: user.submittedAt !== null,
      ...(changesRequested && { verdict: "changes_requested" }),
      ...describeSetAside(setAside),
    },
  });
}

/** Returns how many findings of each kind an approval set aside, and whether the reviewer was shown all of them. */
function describeSetAside(setAside: NewDecision["setAside"]): Record<string, number | boolean> {
  const kinds = questionsOf(setAside?.findings ?? []).map(({ kind }) => kind);
  if (!setAside || kinds.length === 0) return {};
  const counts = kinds.map((kind) => [`finding_${kind}`, kinds.filter((each) => each === kind).length]);
  return { ...(Object.fromEntries(counts) as Record<string, number>), findings_shown: setAside.shown };
}

/** Emails a decision to the applicant. */
export async function emailDecision(
  tx: Tx,
  { id: userId, name, email: to }: Pick<Applicant, "id" | "name" | "email">,
  { status, reason, requestedChanges }: NewDecision,
): Promise<void> {
  await enqueue(
    tx,
    status === "approved"
      ? { to, userId, template: "submissionApproved", data: { name } }
      : {
          to,
          userId,
          template: "submissionRejected",
          data: {
            name,
            reason: reason ?? describeChanges(requestedChanges ?? []),
            changesRequested: requestedChanges !== undefined,
          },
        },
  );
}
