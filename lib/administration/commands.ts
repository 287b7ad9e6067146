import "server-only";
import { audit } from "@/lib/audit/audit";
import { hashPassword, rejectCommonPassword } from "@/lib/auth/passwords";
import type { Viewer } from "@/lib/viewer";
import { transaction } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { env } from "@/lib/env";
import { AppError, invalid } from "@/lib/errors";
import { deleteMarkedFiles } from "@/lib/files/files";
import { enqueue } from "@/lib/mail/outbox";
import { assignRole } from "@/lib/verification/assign-role";
import type * as z from "zod";
import { getUserForViewer } from "../users/admin-queries";
import type { createAdminSchema } from "../users/admin-schema";
import { eraseUser } from "../account/profile-commands";
import type { UserDto } from "../users/dto";
import { lockManagedUser } from "../users/lock-managed-user";

/** Commands of administrators on users, and of super administrators on administrators (product 4.3, 6, 9, 10.5, 10.7). */

const domainMessage = () => `Email must end with @${env.ADMIN_EMAIL_DOMAIN}`;
const inDomain = (email: string) => email.endsWith(`@${env.ADMIN_EMAIL_DOMAIN}`);

/**
 * Changes a user's role. Only super administrators grant or remove `admin`, and only to addresses of the configured domain.
 * Submissions are retained; a new one is required if the form kind differs.
 */
export async function changeRole(
  viewer: Viewer,
  userId: string,
  role: "startup" | "investor" | "admin",
): Promise<UserDto> {
  if (role === "admin" && !viewer.isSuper) throw new AppError("FORBIDDEN");
  await transaction(async (tx) => {
    const { user, actor } = await lockManagedUser(tx, viewer, userId);
    if (role === "admin" && !actor.isSuper) throw new AppError("FORBIDDEN");
    if (role === user.role) return;
    if (role === "admin" && !inDomain(user.email)) throw invalid("role", domainMessage());
    if (role === "admin" && !user.emailVerifiedAt) {
      throw new AppError("CONFLICT", "This user has not verified their email address yet");
    }
    await assignRole(
      tx,
      user,
      { role, investorType: "none", isSuper: false },
      user.role === "none" && role !== "admin",
    );
    await audit(tx, {
      actorId: viewer.userId,
      action: "user.role_changed",
      targetId: userId,
      data: { from: user.role, to: role },
    });
  });
  return getUserForViewer(viewer, userId);
}

/** Deletes a user, or as a super administrator an administrator. Users cannot delete themselves or the last super administrator. */
export async function deleteUser(viewer: Viewer, userId: string): Promise<void> {
  await transaction(async (tx) => {
    const { user } = await lockManagedUser(tx, viewer, userId);
    await eraseUser(tx, userId, viewer.userId, user.role === "admin" ? "admin.deleted" : "user.deleted");
  });
  await deleteMarkedFiles();
}

/** Creates an administrator with the given password. Throws EMAIL_TAKEN, VALIDATION_FAILED. */
export async function createAdmin(
  viewer: Viewer,
  input: z.output<typeof createAdminSchema>,
): Promise<UserDto> {
  if (!inDomain(input.email)) throw invalid("email", domainMessage());
  rejectCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  try {
    const id = await transaction(async (tx) => {
      // An unverified registration does not reserve an address.
      await tx.user.deleteMany({
        where: { email: input.email, emailVerifiedAt: null, submissions: { none: {} } },
      });
      const { password: _, phone = "", ...details } = input;
      const user = await tx.user.create({
        data: { ...details, phone, passwordHash, role: "admin", emailVerifiedAt: new Date() },
      });
      const { id, name } = user;
      await enqueue(tx, { to: user.email, userId: id, template: "adminCreated", data: { name } });
      await audit(tx, { actorId: viewer.userId, action: "admin.created", targetId: id });
      return id;
    });
    return await getUserForViewer(viewer, id);
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("EMAIL_TAKEN");
    throw error;
  }
}
