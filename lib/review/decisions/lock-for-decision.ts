import "server-only";
import type { Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { VerificationStatus } from "@/lib/roles";
import { requireNoConflict } from "@/lib/users/conflicts";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { requireGuardianConsent } from "./minors";

const pastTense = { pending: "submitted again", approved: "approved", rejected: "rejected" } as const;

/** What the reviewer saw when they decided; `submissionId` is null if there was no submission. */
interface SeenCase {
  status: "approved" | "rejected";
  expectedStatus?: VerificationStatus | undefined;
  submissionId?: string | null | undefined;
  name?: string | undefined;
}

/**
 * Locks a user for a decision. Throws NOT_FOUND; FORBIDDEN; ALREADY_DECIDED if the submission or its state is not the one that the reviewer
 * saw; CONFLICT, including for an approval whose requirements are not met (product 10.24).
 */
export async function lockForDecision(
  tx: Tx,
  viewer: Viewer,
  userId: string,
  { status, expectedStatus, submissionId, name }: SeenCase,
): Promise<Awaited<ReturnType<typeof lockManagedUser>>["user"]> {
  const { user } = await lockManagedUser(tx, viewer, userId, "cases.decide");
  if (user.role === "admin") throw new AppError("CONFLICT", "Administrators do not need verification");
  const stale =
    user.status === status ||
    (expectedStatus !== undefined && user.status !== expectedStatus) ||
    (submissionId !== undefined && user.currentSubmissionId !== submissionId);
  if (stale) {
    const by =
      viewer.isSuper && user.reviewedById
        ? await tx.user.findUnique({ where: { id: user.reviewedById }, select: { id: true, name: true } })
        : null;
    throw new AppError("ALREADY_DECIDED", `This verification has already been ${pastTense[user.status]}`, {
      data: {
        status: user.status,
        reviewedAt: user.reviewedAt?.toISOString() ?? null,
        reviewedBy: by && { _id: by.id, name: by.name },
      },
    });
  }
  if (name !== undefined && name !== user.name)
    throw new AppError("CONFLICT", "The applicant has changed their name. Reload the page and check it.");
  await requireNoConflict(tx, viewer.userId, user.id);
  if (status === "approved") await requireGuardianConsent(tx, user);
  return user;
}
