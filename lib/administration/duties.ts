import "server-only";
import { propose, supersedeProposals, transactionOrProposal } from "@/lib/approvals/proposals";
import { isRequired } from "@/lib/approvals/requirements";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import type { Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import { dutyLabels } from "@/lib/duty-labels";
import { can } from "@/lib/rights";
import type { Duty } from "@/lib/roles";
import { getUserForViewer } from "@/lib/users/admin-queries";
import type { UserDto } from "@/lib/users/dto";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { addsRights } from "./duty-rules";
import { releaseClaims } from "./release-claims";

/** Duties of administrators, which super administrators assign (product 10.40, ADR 47). */

type Managed = Awaited<ReturnType<typeof lockManagedUser>>["user"];

/**
 * Changes an administrator's duty; repeating the present one has no effect. Open sessions have the new rights from their next request on.
 * Audited, and emailed to the administrator. Throws CONFLICT for users who are no administrators and for super administrators, whose rights
 * no duty limits; RECENTLY_RESET for a while after a password reset (threat 53); CONFIRMATION_REQUIRED while second approval is on, if the
 * new duty has a right that the present one does not have (threat 68).
 */
export async function changeDuty(viewer: Viewer, userId: string, duty: Duty): Promise<UserDto> {
  await transactionOrProposal(async (tx) => {
    const { user } = await lockManagedUser(tx, viewer, userId, "super");
    await requireNoRecentReset(viewer.userId, tx);
    requireDuty(user);
    if (user.duty === duty) return;
    if (addsRights(user.duty, duty) && (await isRequired(tx, "second_approval")))
      return propose(tx, viewer, { kind: "duty_change", targetId: userId, payload: { duty } });
    await saveDuty(tx, viewer, user, duty);
  });
  return getUserForViewer(viewer, userId);
}

/** Carries out a confirmed change. Throws as `changeDuty` does, and CONFLICT if the administrator already has the duty. */
export async function executeDutyChange(
  tx: Tx,
  viewer: Viewer,
  { userId, duty, proposedBy }: { userId: string; duty: Duty; proposedBy: string },
): Promise<void> {
  const { user } = await lockManagedUser(tx, viewer, userId, "super");
  requireDuty(user);
  if (user.duty === duty) throw new AppError("CONFLICT", "This administrator already has that duty");
  await saveDuty(tx, viewer, user, duty, proposedBy);
}

function requireDuty({ role, isSuper }: Managed): void {
  if (role !== "admin") throw new AppError("CONFLICT", "Only administrators have a duty");
  if (isSuper) throw new AppError("CONFLICT", "Super administrators have all rights, whatever their duty");
}

/** `proposedBy` is the administrator who proposed the change, if the viewer has confirmed it. */
async function saveDuty(
  tx: Tx,
  viewer: Viewer,
  { id, name, email, duty: from, ...user }: Managed,
  duty: Duty,
  proposedBy?: string,
): Promise<void> {
  await supersedeProposals(tx, viewer.userId, id, ["duty_change"]);
  await tx.user.update({ where: { id }, data: { duty } });
  if (!can({ ...user, duty }, "cases.decide")) await releaseClaims(tx, id);
  const data = { name, duty: dutyLabels[duty] };
  await enqueue(tx, { to: email, userId: id, template: "dutyChanged", data });
  await audit(tx, {
    actorId: viewer.userId,
    action: "admin.duty_changed",
    targetId: id,
    data: { from, to: duty, ...(proposedBy && { proposedBy }) },
  });
}
