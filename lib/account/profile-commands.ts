import "server-only";
import type * as z from "zod";
import { endProposalsOf } from "@/lib/approvals/proposals";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { transaction, type Tx } from "@/lib/db/client";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError, notFound } from "@/lib/errors";
import { requireNoOpenInvestment } from "@/lib/investments/require-no-money";
import { retainDueDiligence } from "@/lib/due-diligence/retention";
import { retainBooks } from "@/lib/investments/retained-books";
import { consume } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { requireNotClosed } from "@/lib/onboarding/closed-account";
import { assignRole } from "@/lib/onboarding/submission/assign-role";
import { isVerified } from "@/lib/submission-rules";
import type { Viewer } from "@/lib/viewer";
import type { UserDto } from "../users/dto";
import { deleteErasedFiles, eraseUser } from "../users/erasure";
import { getCurrentUser } from "../users/queries";
import type { updateMeSchema } from "../users/schema";

const MAX_PROFILE_CHANGES_PER_HOUR = 60;

async function lockApplicant(tx: Tx, viewer: Viewer) {
  await lockViewer(tx, viewer);
  const user = await tx.user.findUnique({ where: { id: viewer.userId } });
  if (!user) throw notFound();
  if (user.role === "admin") throw new AppError("FORBIDDEN");
  requireNotClosed(user);
  return user;
}

/**
 * Sets the role to startup or investor. Possible until a submission exists; repeating the current choice has no effect (product 7.1, 10.9).
 * Throws FORBIDDEN for administrators, CONFLICT after a submission.
 */
export async function setRole(viewer: Viewer, role: "startup" | "investor"): Promise<UserDto> {
  return transaction(async (tx) => {
    const user = await lockApplicant(tx, viewer);
    if (user.role !== role) {
      // Submissions of any role count, so that a role changed by an administrator cannot be changed back.
      const submitted = await tx.submission.count({ where: { userId: user.id, state: { not: "draft" } } });
      if (submitted > 0) {
        throw new AppError(
          "CONFLICT",
          "You can't change your profile after you have submitted your verification",
        );
      }
      await requireNoOpenInvestment(tx, user.id);
      await assignRole(tx, user, { role, investorType: "none" }, viewer.userId);
    }
    return getCurrentUser(user.id, tx);
  });
}

/**
 * Sets the investor type. Possible before a submission and after a rejection.
 * Throws FORBIDDEN for administrators, CONFLICT for users who are not investors or have a pending or approved submission.
 */
export async function setInvestorType(viewer: Viewer, type: "personal" | "corporate"): Promise<UserDto> {
  return transaction(async (tx) => {
    const user = await lockApplicant(tx, viewer);
    if (user.role !== "investor") throw new AppError("CONFLICT", "Only investors have an investor type");
    if (user.investorType !== type) {
      if (user.submittedAt && user.status !== "rejected") {
        throw new AppError(
          "CONFLICT",
          "You can't change your investor type after you have submitted your verification",
        );
      }
      await requireNoOpenInvestment(tx, user.id);
      await assignRole(tx, user, { role: "investor", investorType: type }, viewer.userId);
    }
    return getCurrentUser(user.id, tx);
  });
}

/**
 * Changes the viewer's name and phone number. After an approval, the change is stored for reviewers, who confirm a new name, and emailed to
 * the user with a way to object (threat 63). Earlier phone numbers of administrators and of users who have submitted are retained, so that
 * a change cannot hide a conflict of interest (threat 64). Throws RECENTLY_RESET for a while after a password reset, so that a thief of the
 * mailbox cannot replace the phone number that reviewers call (threat 53); RATE_LIMITED, because each change may be stored and emailed.
 */
export async function updateMe(viewer: Viewer, input: z.output<typeof updateMeSchema>): Promise<UserDto> {
  const { userId } = viewer;
  await consume(`profile|${userId}`, MAX_PROFILE_CHANGES_PER_HOUR, 3_600);
  await transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await tx.user.update({ where: { id: userId }, data: input });
    const changed = (["name", "phone"] as const).flatMap((field) => {
      const [before, after] = [user[field], input[field] ?? user[field]];
      return before === after ? [] : [{ userId, field, before, after }];
    });
    const isAdmin = user.role === "admin";
    const isApproved = isVerified(user);
    if (!(isApproved || isAdmin || user.submittedAt) || changed.length === 0) return;
    await requireNoRecentReset(userId, tx);
    const fields = changed.map(({ field }) => field);
    await tx.profileChange.createMany({
      data: changed.filter(({ field }) => field === "phone" || (isApproved && !isAdmin)),
    });
    const data = { name: user.name, fields };
    if (isApproved && !isAdmin)
      await enqueue(tx, { to: user.email, userId, template: "profileChanged", data });
    await audit(tx, {
      actorId: userId,
      action: "user.profile_changed",
      targetId: userId,
      data: { name: fields.includes("name"), phone: fields.includes("phone") },
    });
  });
  return getCurrentUser(userId);
}

/**
 * Deletes the viewer's account with its submissions and files. Throws FORBIDDEN for administrators, CONFLICT like `requireNoMoney`,
 * RECENTLY_RESET for a while after a password reset by email (threat 53).
 */
export async function deleteMe(viewer: Viewer): Promise<void> {
  await transaction(async (tx) => {
    const user = await lockApplicant(tx, viewer);
    await requireNoRecentReset(user.id, tx);
    await retainBooks(tx, user.id);
    await retainDueDiligence(tx, user.id);
    await eraseUser(tx, user.id, viewer.userId);
    await endProposalsOf(tx, user.id, viewer.userId);
  });
  await deleteErasedFiles();
}
