import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, lockUsers, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { requireOpenSession } from "@/lib/db/lock-viewer";
import { AppError } from "@/lib/errors";
import { emailSuperAdministrators } from "@/lib/users/super-administrators";
import type { Viewer } from "@/lib/viewer";
import type { Role } from "@/lib/roles";
import { endProposals, propose, roleSubject, transactionOrProposal } from "./proposals";
import {
  approvalRules,
  ruleNames,
  type ApprovalRule,
  type ApprovalRuleDto,
  type ProposalKind,
} from "./schema";

/** The rules of second approval: all off until a super administrator switches one on (product 10.14, ADR 28). */

export const isRuleOn = async (tx: Tx, rule: ApprovalRule): Promise<boolean> =>
  (await tx.approvalRule.count({ where: { rule } })) > 0;

/** Every rule, whether on or off. Throws FORBIDDEN unless the viewer is a super administrator. */
export async function listRules(viewer: Viewer): Promise<ApprovalRuleDto[]> {
  if (!viewer.isSuper) throw new AppError("FORBIDDEN");
  const rows = await db.approvalRule.findMany();
  const users = await db.user.findMany({
    where: { id: { in: rows.map(({ switchedOnById }) => switchedOnById) } },
    select: { id: true, name: true },
  });
  return approvalRules.map((rule) => {
    const row = rows.find((candidate) => candidate.rule === rule);
    return {
      rule,
      since: row?.since.toISOString() ?? null,
      switchedOnBy: users.find(({ id }) => id === row?.switchedOnById)?.name ?? null,
    };
  });
}

/**
 * Switches a rule on at once, or proposes to switch it off; repeating the present state has no effect. Throws FORBIDDEN, CONFLICT without
 * a second super administrator who could confirm, CONFIRMATION_REQUIRED.
 */
export async function switchRule(
  viewer: Viewer,
  rule: ApprovalRule,
  on: boolean,
): Promise<ApprovalRuleDto[]> {
  await transactionOrProposal(async (tx) => {
    const supers = await lockSuperAdministrators(tx);
    const actor = supers.find(({ id }) => id === viewer.userId);
    if (!actor) throw new AppError("FORBIDDEN");
    await requireOpenSession(tx, viewer);
    if ((await isRuleOn(tx, rule)) === on) return;
    if (!on) return propose(tx, viewer, { kind: "rule_off", targetId: null, payload: { rule } });
    if (supers.length < 2) {
      throw new AppError(
        "CONFLICT",
        "Second approval needs two super administrators. Ask your operator to create another one.",
      );
    }
    await tx.approvalRule.create({ data: { rule, switchedOnById: viewer.userId } });
    await emailAboutRule(tx, actor.name, rule, true);
    await audit(tx, { actorId: viewer.userId, action: "rule.switched_on", targetId: null, data: { rule } });
  });
  return listRules(viewer);
}

/** Locked, so that none is removed before the rule is on. */
async function lockSuperAdministrators(tx: Tx) {
  const where = { role: "admin", isSuper: true } as const;
  // eslint-disable-next-line house/bounded-readings -- administrators are few
  const ids = (await tx.user.findMany({ where, select: { id: true } })).map(({ id }) => id);
  await lockUsers(tx, ...ids);
  return tx.user.findMany({ where: { ...where, id: { in: ids } }, select: { id: true, name: true } });
}

const emailAboutRule = (tx: Tx, actor: string, rule: ApprovalRule, on: boolean) =>
  emailSuperAdministrators(tx, "approvalRuleSwitched", { actor, rule: ruleNames[rule], on });

/**
 * Whether administrators can be demoted or deleted only with a second approval. Without one of them, a case that shares details with
 * them would no longer be flagged.
 */
const areAdministratorsProtected = async (tx: Tx): Promise<boolean> =>
  (await isRuleOn(tx, "administrators")) || (await isRuleOn(tx, "flagged_approvals"));

/** Whether a change of role needs a second approval: to `admin`, or to `role` from `admin`. */
export const roleChangeNeedsApproval = (tx: Tx, role: Role): Promise<boolean> =>
  role === "admin" ? isRuleOn(tx, "administrators") : areAdministratorsProtected(tx);

/** Whose deletion needs a second approval by the rules that are on: users who have submitted, and administrators. */
export async function usersOfProtectedDeletions(tx: Tx): Promise<Prisma.UserWhereInput> {
  const hasSubmitted = { submissions: { some: { submittedAt: { not: null } } } };
  return {
    OR: [
      // Prisma ignores a nested OR without conditions.
      { id: { in: [] } },
      ...((await isRuleOn(tx, "deletions")) ? [hasSubmitted] : []),
      ...((await areAdministratorsProtected(tx)) ? [{ role: "admin" as const }] : []),
    ],
  };
}

/** Ends the proposals that a rule required, now that one administrator is enough, and those to switch it off. */
async function endProposalsOfRule(tx: Tx, rule: ApprovalRule, actorId: string | null): Promise<void> {
  // eslint-disable-next-line house/bounded-readings -- what administrators proposed within a week
  const deletions = await tx.proposal.findMany({ where: { kind: "deletion", state: "pending" } });
  const targetIds = deletions.flatMap(({ targetId }) => targetId ?? []);
  // eslint-disable-next-line house/bounded-readings -- of these proposals
  const unprotected = await tx.user.findMany({
    where: {
      AND: [
        { id: { in: targetIds }, NOT: await usersOfProtectedDeletions(tx) },
        // Other deletions were proposed because the case is flagged.
        rule === "administrators" ? { role: "admin" } : {},
      ],
    },
    select: { id: true },
  });
  const kinds = {
    deletions: [],
    administrators: ["new_administrator"],
    flagged_approvals: ["approval"],
  } as const satisfies Record<ApprovalRule, ProposalKind[]>;
  const promotion = { subject: { endsWith: roleSubject("", "admin") } };
  const where = {
    OR: [
      { kind: { in: [...kinds[rule]] } },
      ...((await isRuleOn(tx, "administrators")) ? [] : [{ kind: "role_change" as const, ...promotion }]),
      ...((await areAdministratorsProtected(tx)) ? [] : [{ kind: "role_change" as const, NOT: promotion }]),
      { kind: "deletion" as const, targetId: { in: unprotected.map(({ id }) => id) } },
      { kind: "rule_off" as const, subject: rule },
    ],
  };
  await endProposals(tx, where, { state: "superseded", actorId });
}

/**
 * Switches a rule off, after a confirmation or by the operator (`actor` null), and ends the proposals that it required. No effect if it is
 * off.
 */
export async function switchRuleOff(
  tx: Tx,
  rule: ApprovalRule,
  actor: { id: string; name: string } | null,
): Promise<void> {
  const { count } = await tx.approvalRule.deleteMany({ where: { rule } });
  if (count === 0) return;
  await endProposalsOfRule(tx, rule, actor?.id ?? null);
  await emailAboutRule(tx, actor?.name ?? "The operator", rule, false);
  await audit(tx, {
    actorId: actor?.id ?? null,
    action: "rule.switched_off",
    targetId: null,
    data: { rule },
  });
}

/** Confirming needs a second super administrator. Throws CONFLICT while a rule is on. The user is locked. */
export async function requireRemainingConfirmer(
  tx: Tx,
  user: { id: string; role: string; isSuper: boolean },
): Promise<void> {
  if (user.role !== "admin" || !user.isSuper || (await tx.approvalRule.count()) === 0) return;
  const others = { role: "admin", isSuper: true, id: { not: user.id } } as const;
  if ((await tx.user.count({ where: others })) < 2) {
    throw new AppError(
      "CONFLICT",
      "Two super administrators must remain while second approval is switched on",
    );
  }
}

/** Switches a rule off without a confirmation, for `npm run second-approval:off`. Returns false if it was off. */
export async function forceRuleOff(rule: ApprovalRule): Promise<boolean> {
  return transaction(async (tx) => {
    const wasOn = await isRuleOn(tx, rule);
    await switchRuleOff(tx, rule, null);
    return wasOn;
  });
}
