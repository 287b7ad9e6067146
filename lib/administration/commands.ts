import "server-only";
import type * as z from "zod";
import {
  endProposalsOf,
  propose,
  supersedeProposals,
  transactionOrProposal,
} from "@/lib/approvals/proposals";
import { isRequired, requireRemainingConfirmer } from "@/lib/approvals/requirements";
import { audit } from "@/lib/audit/audit";
import { hashPassword, rejectCommonPassword } from "@/lib/auth/passwords";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { createResetToken } from "@/lib/auth/reset-token";
import type { Tx } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { env } from "@/lib/env";
import { AppError, invalid } from "@/lib/errors";
import { requireNoMoney, requireNoOpenInvestment } from "@/lib/investments/require-no-money";
import { retainDueDiligence } from "@/lib/due-diligence/retention";
import { retainBooks } from "@/lib/investments/retained-books";
import { enqueue } from "@/lib/mail/outbox";
import { assignRole } from "@/lib/onboarding/submission/assign-role";
import { findApprovalReasons } from "@/lib/review/decisions/approval-reasons";
import { requireNoConflict } from "@/lib/users/conflicts";
import type { Viewer } from "@/lib/viewer";
import { getUserForViewer } from "../users/admin-queries";
import {
  deletionReasons,
  type createAdminSchema,
  type DeletionReason,
  type inviteAdminSchema,
} from "../users/admin-schema";
import type { UserDto } from "../users/dto";
import { deleteErasedFiles, eraseUser } from "../users/erasure";
import { lockManagedUser } from "../users/lock-managed-user";
import { emailSuperAdministrators } from "../users/super-administrators";
import { releaseClaims } from "./release-claims";

/** Administrators' commands on users, and super administrators' commands on administrators (product 4.3, 6, 9, 10.5, 10.7). */

const domainMessage = () => `Email must end with @${env.ADMIN_EMAIL_DOMAIN}`;
const inDomain = (email: string) => email.endsWith(`@${env.ADMIN_EMAIL_DOMAIN}`);

type Managed = Awaited<ReturnType<typeof lockManagedUser>>;

/**
 * Changes a user's role. Only super administrators can grant or remove `admin`, and only to addresses of the configured domain. Submissions
 * are retained; if the form kind differs, a new one is required. Throws CONFLICT for an administrator who shares identifying details with
 * a user who has submitted (threat 64), and while the user has investments. For changes to and from `admin`, also throws
 * CONFIRMATION_REQUIRED while that needs a second approval (threat 68), and RECENTLY_RESET for a while after a password reset (threat 53).
 */
export async function changeRole(viewer: Viewer, userId: string, role: NewRole): Promise<UserDto> {
  if (role === "admin" && !viewer.isSuper) throw new AppError("FORBIDDEN");
  await transactionOrProposal(async (tx) => {
    const managed = await lockManagedUser(tx, viewer, userId, "users.change");
    if (role === managed.user.role) return;
    await requireAllowedRole(tx, viewer, managed, role);
    if ([role, managed.user.role].includes("admin")) {
      await requireNoRecentReset(viewer.userId, tx);
      if (await isRequired(tx, "second_approval")) {
        return propose(tx, viewer, { kind: "role_change", targetId: userId, payload: { role } });
      }
    }
    await saveRole(tx, viewer, managed, role);
  });
  return getUserForViewer(viewer, userId);
}

type NewRole = "startup" | "investor" | "admin";

/** Throws CONFLICT if the user has ever submitted, even before a change of role, and shares identifying details with the viewer. */
async function requireNoConflictOnceSubmitted(tx: Tx, viewer: Viewer, userId: string): Promise<void> {
  const submitted = await tx.submission.count({ where: { userId, state: { not: "draft" } } });
  if (submitted > 0) await requireNoConflict(tx, viewer.userId, userId);
}

async function requireAllowedRole(
  tx: Tx,
  viewer: Viewer,
  { user, actor }: Managed,
  role: NewRole,
): Promise<void> {
  await requireRemainingConfirmer(tx, user);
  await requireNoConflictOnceSubmitted(tx, viewer, user.id);
  await requireNoOpenInvestment(tx, user.id);
  if (role !== "admin") return;
  if (!actor.isSuper) throw new AppError("FORBIDDEN");
  if (!inDomain(user.email)) throw invalid("role", domainMessage());
  if (!user.emailVerifiedAt) {
    throw new AppError("CONFLICT", "This user has not verified their email address yet");
  }
}

/** `proposedBy` is the administrator who proposed the change, if the viewer has confirmed it. */
async function saveRole(
  tx: Tx,
  viewer: Viewer,
  { user }: Managed,
  role: NewRole,
  proposedBy?: string,
): Promise<void> {
  await supersedeProposals(tx, viewer.userId, user.id, ["approval", "role_change", "duty_change"]);
  await assignRole(
    tx,
    user,
    { role, investorType: "none", isSuper: false, duty: "administrator" },
    viewer.userId,
  );
  const { id, email, name } = user;
  const isApproved = (await tx.user.count({ where: { id, status: "approved" } })) > 0;
  if (user.status === "approved" && !isApproved)
    await enqueue(tx, { to: email, userId: id, template: "approvalEnded", data: { name } });
  await releaseClaims(tx, user.id);
  await audit(tx, {
    actorId: viewer.userId,
    action: "user.role_changed",
    targetId: user.id,
    data: { from: user.role, to: role, ...(proposedBy && { proposedBy }) },
  });
}

/** Carries out a confirmed change. Throws as `changeRole` does, and CONFLICT if the user already has the role. */
export async function executeRoleChange(
  tx: Tx,
  viewer: Viewer,
  { userId, role, proposedBy }: { userId: string; role: NewRole; proposedBy: string },
): Promise<void> {
  const managed = await lockManagedUser(tx, viewer, userId, "users.change");
  if (managed.user.role === role) throw new AppError("CONFLICT", "This user already has that role");
  await requireAllowedRole(tx, viewer, managed, role);
  await saveRole(tx, viewer, managed, role, proposedBy);
}

/**
 * Deletes a user or, as a super administrator, an administrator. Users cannot delete themselves or the last super administrator. The reason
 * is recorded in the audit log, and all super administrators are emailed (threat 54). Throws CONFIRMATION_REQUIRED while the deletion needs
 * a second approval: for users who have submitted, for possible duplicates, and for administrators (threat 68), or VALIDATION_FAILED if no
 * reason is given for the second administrator; CONFLICT for an administrator who shares identifying details with a user who has submitted
 * (threat 64); RECENTLY_RESET for a while after a password reset by email (threat 53).
 */
export async function deleteUser(viewer: Viewer, userId: string, reason?: DeletionReason): Promise<void> {
  await transactionOrProposal(async (tx) => {
    const managed = await lockManagedUser(tx, viewer, userId, "users.change");
    await requireNoRecentReset(viewer.userId, tx);
    await requireDeletable(tx, viewer, managed);
    if (await deletionNeedsApproval(tx, viewer, managed)) {
      if (!reason) {
        throw invalid(
          "reason",
          "A second administrator must confirm this deletion. Choose a reason for them to see.",
        );
      }
      return propose(tx, viewer, { kind: "deletion", targetId: userId, payload: { reason } });
    }
    await eraseManagedUser(tx, viewer, managed, reason);
  });
  await deleteErasedFiles();
}

async function requireDeletable(tx: Tx, viewer: Viewer, { user }: Managed): Promise<void> {
  await requireRemainingConfirmer(tx, user);
  await requireNoConflictOnceSubmitted(tx, viewer, user.id);
  await requireNoMoney(tx, user.id);
}

async function deletionNeedsApproval(tx: Tx, viewer: Viewer, { user }: Managed): Promise<boolean> {
  if (!(await isRequired(tx, "second_approval"))) return false;
  if (user.role === "admin") return true;
  const submitted = { userId: user.id, submittedAt: { not: null } };
  if ((await tx.submission.count({ where: submitted })) > 0) return true;
  const reasons = await findApprovalReasons(tx, user, viewer.userId);
  // Deleting a possible duplicate would remove the flag from the other case. Users who have never submitted are not screened.
  return reasons.some((reason) => reason !== "watchlist" || user.submittedAt !== null);
}

/** Carries out a confirmed deletion. Throws as `deleteUser` does. The caller deletes the marked files after the commit. */
export async function executeDeletion(
  tx: Tx,
  viewer: Viewer,
  userId: string,
  reason: DeletionReason,
): Promise<void> {
  const managed = await lockManagedUser(tx, viewer, userId, "users.change");
  await requireDeletable(tx, viewer, managed);
  await eraseManagedUser(tx, viewer, managed, reason);
}

async function eraseManagedUser(
  tx: Tx,
  viewer: Viewer,
  { user, actor }: Managed,
  reason?: DeletionReason,
): Promise<void> {
  const { role, status, submittedAt } = user;
  await emailSuperAdministrators(
    tx,
    "accountDeleted",
    {
      actor: actor.name,
      role,
      status: submittedAt ? status : null,
      reason: reason ? deletionReasons[reason] : null,
    },
    [user.id],
  );
  await retainBooks(tx, user.id);
  await retainDueDiligence(tx, user.id);
  const action = role === "admin" ? "admin.deleted" : "user.deleted";
  await eraseUser(tx, user.id, viewer.userId, action, {
    ...(reason && { reason }),
    isSuper: viewer.isSuper,
  });
  await endProposalsOf(tx, user.id, viewer.userId);
}

type NewAdmin = z.output<typeof inviteAdminSchema>;

/**
 * Creates an administrator with the given password, which they are asked to replace (product 10.7).
 * Throws EMAIL_TAKEN; VALIDATION_FAILED; CONFLICT while second approval is on, because whoever knows the password could act as both people
 * (threat 68); RECENTLY_RESET for a while after a password reset, because the new account could immediately reveal numbers (threat 53).
 */
export async function createAdmin(
  viewer: Viewer,
  { password, ...input }: z.output<typeof createAdminSchema>,
): Promise<UserDto> {
  rejectCommonPassword(password);
  return addAdmin(viewer, input, await hashPassword(password));
}

/**
 * Creates an administrator, who sets their own password with an emailed link. Throws as `createAdmin` does, but CONFIRMATION_REQUIRED while
 * second approval is on.
 */
export const inviteAdmin = (viewer: Viewer, input: NewAdmin): Promise<UserDto> => addAdmin(viewer, input);

const INVITATION_HOURS = 72;

async function addAdmin(
  viewer: Viewer,
  { name, email, phone = "" }: NewAdmin,
  passwordHash?: string,
): Promise<UserDto> {
  if (!inDomain(email)) throw invalid("email", domainMessage());
  const payload = { name, email, phone };
  const id = await transactionOrProposal(async (tx) => {
    await lockAdministrator(tx, viewer, "super");
    await requireNoRecentReset(viewer.userId, tx);
    if (!(await isRequired(tx, "second_approval")))
      return insertAdmin(tx, viewer, { ...payload, ...(passwordHash && { passwordHash }) });
    if (passwordHash)
      throw new AppError(
        "CONFLICT",
        "While second approval is on, administrators choose their own password. Send an invitation link instead.",
      );
    const { registered } = unusedAddress(email);
    if ((await tx.user.count({ where: registered })) > 0) throw new AppError("EMAIL_TAKEN");
    return propose(tx, viewer, { kind: "new_administrator", targetId: null, payload });
  });
  return getUserForViewer(viewer, id);
}

/** An unverified registration without a submission does not reserve an address. */
const unusedAddress = (email: string) => {
  const unused = { emailVerifiedAt: null, submissions: { none: {} } };
  return { unregistered: { email, ...unused }, registered: { email, NOT: unused } };
};

/**
 * Creates an administrator and returns the id. Without a password hash, the email contains a link to set a password. `proposedBy` is the
 * administrator who proposed it, if the viewer has confirmed it. Throws EMAIL_TAKEN.
 */
export async function insertAdmin(
  tx: Tx,
  viewer: Viewer,
  { passwordHash, ...input }: { name: string; email: string; phone: string; passwordHash?: string },
  proposedBy?: string,
): Promise<string> {
  await tx.user.deleteMany({ where: unusedAddress(input.email).unregistered });
  const password = passwordHash ? { passwordHash, passwordIsTemporary: true } : {};
  const { id, email, name } = await tx.user
    .create({ data: { ...input, ...password, role: "admin", emailVerifiedAt: new Date() } })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError("EMAIL_TAKEN") : error;
    });
  if (passwordHash) {
    await enqueue(tx, { to: email, userId: id, template: "adminCreated", data: { name } });
  } else {
    const { token, expiresAt } = await createResetToken(tx, id, INVITATION_HOURS * 60);
    const data = { name, token, hours: INVITATION_HOURS };
    await enqueue(tx, { to: email, userId: id, template: "adminInvited", data, expiresAt });
  }
  await audit(tx, {
    actorId: viewer.userId,
    action: "admin.created",
    targetId: id,
    data: { ...(proposedBy && { proposedBy }) },
  });
  return id;
}
