import "server-only";
import { audit } from "@/lib/audit/audit";
import type { Viewer } from "@/lib/viewer";
import { db, lockUsers, transaction, type Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { markUserFilesForDeletion, deleteMarkedFiles } from "@/lib/files/files";
import { assignRole } from "@/lib/verification/assign-role";
import type * as z from "zod";
import type { UserDto } from "../users/dto";
import { getCurrentUser } from "../users/queries";
import type { updateMeSchema } from "../users/schema";

/** What people do with their own account (product 7.1, product 10.9). */
async function own(tx: Tx, viewer: Viewer) {
  await lockUsers(tx, viewer.userId);
  const user = await tx.user.findUnique({ where: { id: viewer.userId } });
  if (!user) throw notFound();
  if (user.role === "admin") throw new AppError("FORBIDDEN");
  return user;
}

/**
 * Chooses startup or investor. Free while nothing was submitted; the same choice again is fine.
 * Throws FORBIDDEN for administrators, CONFLICT once something was submitted.
 */
export async function setRole(viewer: Viewer, role: "startup" | "investor"): Promise<UserDto> {
  return transaction(async (tx) => {
    const user = await own(tx, viewer);
    if (user.role !== role) {
      // Whatever was submitted for, so that an administrator's change of role is not undone.
      const submitted = await tx.submission.count({ where: { userId: user.id, state: { not: "draft" } } });
      if (submitted > 0) {
        throw new AppError(
          "CONFLICT",
          "You can't change your profile after you have submitted your verification",
        );
      }
      await assignRole(tx, user, { role, investorType: "none" }, true);
    }
    return getCurrentUser(user.id, tx);
  });
}

/**
 * Chooses personal or corporate. Free while nothing was submitted and again after a rejection.
 * Throws FORBIDDEN for administrators, CONFLICT for people who are not investors or whose submission stands.
 */
export async function setInvestorType(viewer: Viewer, type: "personal" | "corporate"): Promise<UserDto> {
  return transaction(async (tx) => {
    const user = await own(tx, viewer);
    if (user.role !== "investor") throw new AppError("CONFLICT", "Only investors have an investor type");
    if (user.investorType !== type) {
      if (user.submittedAt && user.status !== "rejected") {
        throw new AppError(
          "CONFLICT",
          "You can't change your investor type after you have submitted your verification",
        );
      }
      await assignRole(tx, user, { role: "investor", investorType: type }, true);
    }
    return getCurrentUser(user.id, tx);
  });
}

/** Changes one's own name and phone. */
export async function updateMe(viewer: Viewer, input: z.output<typeof updateMeSchema>): Promise<UserDto> {
  await db.user.update({
    where: { id: viewer.userId },
    data: {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.phone === undefined ? {} : { phone: input.phone }),
    },
  });
  return getCurrentUser(viewer.userId);
}

/** Erases one's own account with its submissions and files. Throws FORBIDDEN for administrators. */
export async function deleteMe(viewer: Viewer): Promise<void> {
  await transaction(async (tx) => {
    const user = await own(tx, viewer);
    await eraseUser(tx, user.id, viewer.userId);
  });
  await deleteMarkedFiles();
}

/** Erases a locked user. The audit chain keeps that it happened, by id only. */
export async function eraseUser(
  tx: Tx,
  userId: string,
  actorId: string,
  action: "user.deleted" | "admin.deleted" = "user.deleted",
): Promise<void> {
  await markUserFilesForDeletion(tx, userId);
  await tx.user.update({ where: { id: userId }, data: { currentSubmissionId: null, submittedAt: null } });
  await tx.mailOutbox.deleteMany({ where: { userId } });
  await tx.decision.updateMany({ where: { userId }, data: { reason: null } });
  await tx.user.delete({ where: { id: userId } });
  await audit(tx, { actorId, action, targetId: userId });
}
