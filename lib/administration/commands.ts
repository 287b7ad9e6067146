import "server-only";
import { audit } from "@/lib/audit/audit";
import { createResetToken } from "@/lib/auth/reset-token";
import { hashPassword, rejectCommonPassword } from "@/lib/auth/passwords";
import type { Viewer } from "@/lib/viewer";
import { transaction, type Tx } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { env } from "@/lib/env";
import { AppError, invalid } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import { assignRole } from "@/lib/verification/assign-role";
import type * as z from "zod";
import { getUserForViewer } from "../users/admin-queries";
import {
  deletionReasons,
  type createAdminSchema,
  type DeletionReason,
  type inviteAdminSchema,
} from "../users/admin-schema";
import { deleteErasedFiles, eraseUser } from "../account/profile-commands";
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
    await assignRole(tx, user, { role, investorType: "none", isSuper: false }, viewer.userId);
    await audit(tx, {
      actorId: viewer.userId,
      action: "user.role_changed",
      targetId: userId,
      data: { from: user.role, to: role },
    });
  });
  return getUserForViewer(viewer, userId);
}

/**
 * Deletes a user, or as a super administrator an administrator. Users cannot delete themselves or the last super administrator. The
 * reason is in the audit log, and all super administrators are emailed (threat 54).
 */
export async function deleteUser(viewer: Viewer, userId: string, reason: DeletionReason): Promise<void> {
  await transaction(async (tx) => {
    const { user, actor } = await lockManagedUser(tx, viewer, userId);
    for (const { id, email, name } of await tx.user.findMany({
      where: { role: "admin", isSuper: true, id: { not: userId } },
    })) {
      const { role, status, submittedAt } = user;
      const data = {
        name,
        actor: actor.name,
        role,
        status: submittedAt ? status : null,
        reason: deletionReasons[reason],
      };
      await enqueue(tx, { to: email, userId: id, template: "accountDeleted", data });
    }
    const action = user.role === "admin" ? "admin.deleted" : "user.deleted";
    await eraseUser(tx, userId, viewer.userId, action, { reason, isSuper: viewer.isSuper });
  });
  await deleteErasedFiles();
}

type NewAdmin = z.output<typeof inviteAdminSchema>;

/**
 * Creates an administrator with the given password, which they are asked to replace (product 10.7).
 * Throws EMAIL_TAKEN, VALIDATION_FAILED.
 */
export async function createAdmin(
  viewer: Viewer,
  { password, ...input }: z.output<typeof createAdminSchema>,
): Promise<UserDto> {
  rejectCommonPassword(password);
  const passwordHash = await hashPassword(password);
  return insertAdmin(
    viewer,
    input,
    { passwordHash, passwordIsTemporary: true },
    async (tx, { id, email, name }) =>
      enqueue(tx, { to: email, userId: id, template: "adminCreated", data: { name } }),
  );
}

/** Creates an administrator who sets their own password with an emailed link. Throws EMAIL_TAKEN, VALIDATION_FAILED. */
export const inviteAdmin = (viewer: Viewer, input: NewAdmin): Promise<UserDto> =>
  insertAdmin(viewer, input, {}, async (tx, { id, email, name }) => {
    const { token, expiresAt } = await createResetToken(tx, id, INVITATION_HOURS * 60);
    const data = { name, token, hours: INVITATION_HOURS };
    await enqueue(tx, { to: email, userId: id, template: "adminInvited", data, expiresAt });
  });

const INVITATION_HOURS = 72;

async function insertAdmin(
  viewer: Viewer,
  { phone = "", ...input }: NewAdmin,
  password: { passwordHash?: string; passwordIsTemporary?: boolean },
  notify: (tx: Tx, user: { id: string; email: string; name: string }) => Promise<void>,
): Promise<UserDto> {
  if (!inDomain(input.email)) throw invalid("email", domainMessage());
  try {
    const id = await transaction(async (tx) => {
      // An unverified registration does not reserve an address.
      await tx.user.deleteMany({
        where: { email: input.email, emailVerifiedAt: null, submissions: { none: {} } },
      });
      const user = await tx.user.create({
        data: { ...input, phone, ...password, role: "admin", emailVerifiedAt: new Date() },
      });
      await notify(tx, user);
      await audit(tx, { actorId: viewer.userId, action: "admin.created", targetId: user.id });
      return user.id;
    });
    return await getUserForViewer(viewer, id);
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("EMAIL_TAKEN");
    throw error;
  }
}
