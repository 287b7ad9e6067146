import "server-only";
import type { Tx } from "@/lib/db/client";
import type { InvestorType, Role } from "@/lib/routes/policy";
import type { SubmissionKind } from "@/lib/users/dto";
import { deleteDraft } from "./draft-body";

/** The kind of verification that a role and type require (product 10.5); null while that is not known yet. */
export function requiredKind(role: Role, investorType: InvestorType): SubmissionKind | null {
  if (role === "startup") return "individual";
  if (role !== "investor" || investorType === "none") return null;
  return investorType === "corporate" ? "corporate" : "individual";
}

const blank = {
  status: "pending",
  submittedAt: null,
  reviewedAt: null,
  reviewedById: null,
  rejectionReason: null,
  currentSubmissionId: null,
} as const;

/**
 * Gives a user another role or type and lets the submission count that fits it, if there is one: history is kept, and asked for
 * anew only where the kind differs. Drafts of another kind are dropped. Call with the user's row locked.
 *
 * @param keepGrant keep a decision that was made without a submission (a first choice of role or type does not undo it)
 */
export async function assignRole(
  tx: Tx,
  user: { id: string; role: Role; investorType: InvestorType; currentSubmissionId: string | null },
  next: { role: Role; investorType: InvestorType; isSuper?: boolean },
  keepGrant: boolean,
): Promise<void> {
  const kind = requiredKind(next.role, next.investorType);
  await tx.submission.deleteMany({
    where: { userId: user.id, state: "draft", ...(kind ? { kind: { not: kind } } : {}) },
  });
  if (kind !== requiredKind(user.role, user.investorType)) await deleteDraft(tx, user.id);
  const counts = kind
    ? await tx.submission.findFirst({
        where: { userId: user.id, kind, state: { in: ["pending", "approved", "rejected"] } },
        orderBy: { createdAt: "desc" },
      })
    : null;
  const projection = counts
    ? {
        status: counts.state as "pending" | "approved" | "rejected",
        submittedAt: counts.submittedAt,
        reviewedAt: counts.reviewedAt,
        reviewedById: counts.reviewedById,
        rejectionReason: counts.rejectionReason,
        currentSubmissionId: counts.id,
      }
    : keepGrant && !user.currentSubmissionId
      ? {}
      : blank;
  await tx.user.update({ where: { id: user.id }, data: { ...next, ...projection } });
}
