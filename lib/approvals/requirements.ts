import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, lockUsers, transaction, type Tx } from "@/lib/db/client";
import { requireOpenSession } from "@/lib/db/lock-viewer";
import { AppError } from "@/lib/errors";
import { emailSuperAdministrators } from "@/lib/users/super-administrators";
import type { Viewer } from "@/lib/viewer";
import { endProposals, propose, transactionOrProposal } from "./proposals";
import { optionalKinds } from "./schema";
import { requirements, requirementTexts, type Requirement, type RequirementDto } from "./requirement-schema";

/** Requirements of super administrators: none until one of them switches it on (product 10.14, 10.24, ADR 28). */

export const isRequired = async (reader: Tx | typeof db, requirement: Requirement): Promise<boolean> =>
  (await reader.requirement.count({ where: { requirement } })) > 0;

/** Whether second approval is on, for pages. */
export const isSecondApprovalOn = (): Promise<boolean> => isRequired(db, "second_approval");

/** Returns every requirement, whether on or off. Throws FORBIDDEN unless the viewer is a super administrator. */
export async function listRequirements(viewer: Viewer): Promise<RequirementDto[]> {
  if (!viewer.isSuper) throw new AppError("FORBIDDEN");
  const rows = await db.requirement.findMany();
  const users = await db.user.findMany({
    where: { id: { in: rows.map(({ switchedOnById }) => switchedOnById) } },
    select: { id: true, name: true },
  });
  return requirements.map((requirement) => {
    const row = rows.find((candidate) => candidate.requirement === requirement);
    return {
      requirement,
      since: row?.since.toISOString() ?? null,
      switchedOnBy: users.find(({ id }) => id === row?.switchedOnById)?.name ?? null,
    };
  });
}

/**
 * Switches a requirement on or off; repeating the current state has no effect. The switch is audited, and all super administrators are
 * emailed. Second approval needs two super administrators, and switching it off only creates a proposal. Throws FORBIDDEN, CONFLICT without
 * a second super administrator who could confirm, CONFIRMATION_REQUIRED.
 */
export async function switchRequirement(
  viewer: Viewer,
  requirement: Requirement,
  on: boolean,
): Promise<RequirementDto[]> {
  await transactionOrProposal(async (tx) => {
    const supers = await lockSuperAdministrators(tx);
    const actor = supers.find(({ id }) => id === viewer.userId);
    if (!actor) throw new AppError("FORBIDDEN");
    await requireOpenSession(tx, viewer);
    if ((await isRequired(tx, requirement)) === on) return;
    if (!on) {
      if (requirement === "second_approval")
        return propose(tx, viewer, { kind: "second_approval_off", targetId: null, payload: {} });
      return switchOff(tx, requirement, actor);
    }
    if (requirement === "second_approval" && supers.length < 2) {
      throw new AppError(
        "CONFLICT",
        "Second approval needs two super administrators. Ask your system administrator to create another one.",
      );
    }
    await tx.requirement.create({ data: { requirement, switchedOnById: actor.id } });
    await announce(tx, requirement, true, actor);
  });
  return listRequirements(viewer);
}

/** Locks all super administrators, so that none can be removed before second approval is on. */
async function lockSuperAdministrators(tx: Tx) {
  const where = { role: "admin", isSuper: true } as const;
  // oxlint-disable-next-line house/bounded-readings -- administrators are few
  const ids = (await tx.user.findMany({ where, select: { id: true } })).map(({ id }) => id);
  await lockUsers(tx, ...ids);
  return tx.user.findMany({ where: { ...where, id: { in: ids } }, select: { id: true, name: true } });
}

/** The super administrator who switched it on or off; null for the operator. */
type Actor = { id: string; name: string } | null;

async function announce(tx: Tx, requirement: Requirement, on: boolean, actor: Actor): Promise<void> {
  const { name, ...consequences } = requirementTexts[requirement];
  const consequence = consequences[on ? "on" : "off"];
  const data = { actor: actor?.name ?? "The operator", requirement: name, on, consequence };
  await emailSuperAdministrators(tx, "requirementSwitched", data);
  await audit(tx, {
    actorId: actor?.id ?? null,
    action: on ? "requirement.switched_on" : "requirement.switched_off",
    targetId: null,
    data: { requirement },
  });
}

async function switchOff(tx: Tx, requirement: Requirement, actor: Actor): Promise<void> {
  const { count } = await tx.requirement.deleteMany({ where: { requirement } });
  if (count > 0) await announce(tx, requirement, false, actor);
}

/**
 * Switches second approval off, after a confirmation or on the operator's behalf (`actor` is null), and ends all pending proposals, since one
 * administrator is now enough. Has no effect if it is already off.
 */
export async function switchSecondApprovalOff(tx: Tx, actor: Actor): Promise<void> {
  if (!(await isRequired(tx, "second_approval"))) return;
  await switchOff(tx, "second_approval", actor);
  await endProposals(
    tx,
    { kind: { in: [...optionalKinds] } },
    { state: "superseded", actorId: actor?.id ?? null },
  );
}

/** Switches second approval off without a confirmation, for `npm run second-approval:off`. Returns false if it was already off. */
export const forceSecondApprovalOff = (): Promise<boolean> =>
  transaction(async (tx) => {
    const wasOn = await isRequired(tx, "second_approval");
    await switchSecondApprovalOff(tx, null);
    return wasOn;
  });

/**
 * While second approval is on, requires two super administrators besides this user, because a proposal needs a second one to confirm it.
 * Throws CONFLICT. The user is locked.
 */
export async function requireRemainingConfirmer(
  tx: Tx,
  user: { id: string; role: string; isSuper: boolean },
): Promise<void> {
  if (user.role !== "admin" || !user.isSuper || !(await isRequired(tx, "second_approval"))) return;
  const others = { role: "admin", isSuper: true, id: { not: user.id } } as const;
  if ((await tx.user.count({ where: others })) < 2) {
    throw new AppError(
      "CONFLICT",
      "Two super administrators must remain while second approval is switched on",
    );
  }
}
