import "server-only";
import { endProposals, propose, transactionOrProposal } from "@/lib/approvals/proposals";
import { audit, type AuditAction } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { transaction, type Prisma, type Tx } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { AppError, notFound } from "@/lib/errors";
import { AdvisoryLock, lock } from "@/lib/locks";
import { foldText } from "@/lib/text";
import type { Viewer } from "@/lib/viewer";
import { getPlan } from "./queries";
import { MAX_PLANS, type AdminPlanDto, type PlanContent, type PlanState } from "./schema";

/**
 * Plans, edited by administrators (product 10.30). A change and its audit row are one transaction. Each change names the revision that the
 * administrator expects, and throws CONFLICT if the plan has changed since.
 */
const toColumns = ({ name, summary, description, risk, terms }: PlanContent) => ({
  name,
  summary,
  description,
  risk,
  terms: terms satisfies Prisma.InputJsonObject,
});

/** Returns the slug of a name, without a number. */
const toSlug = (name: string): string =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 70)
    .replace(/^-+|-+$/g, "") || "plan";

/** Returns the slug of a new plan: that of its name, with the first free number if it is taken. */
async function freeSlug(tx: Tx, name: string): Promise<string> {
  const slug = toSlug(name);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    if ((await tx.plan.count({ where: { slug: candidate } })) === 0) return candidate;
  }
}

/** Adds a plan at the end, as a draft that only administrators see. Throws CONFLICT at the maximum number of plans. */
export async function createPlan(viewer: Viewer, content: PlanContent): Promise<AdminPlanDto> {
  return transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "money.act");
    await lock(tx, AdvisoryLock.plans);
    if ((await tx.plan.count()) >= MAX_PLANS)
      throw new AppError("CONFLICT", `The limit of ${MAX_PLANS} plans is reached`);
    const last = await tx.plan.aggregate({ _max: { position: true } });
    const { id } = await tx.plan.create({
      data: {
        slug: await freeSlug(tx, content.name),
        position: (last._max.position ?? 0) + 1,
        versions: { create: { version: 1, ...toColumns(content) } },
      },
    });
    await audit(tx, { actorId: viewer.userId, action: "plan.created", targetId: id });
    return getPlan(id, tx);
  });
}

interface Expected {
  planId: string;
  revision: number;
}

interface Change {
  action: AuditAction;
  from?: PlanState[];
  to?: PlanState;
  /** The administrator who proposed it, if the viewer confirms it. */
  proposedBy?: string;
}

/** Changes a plan with the expected revision and state. Throws NOT_FOUND, CONFLICT; for a change of state RECENTLY_RESET. */
const changePlan = (
  viewer: Viewer,
  expected: Expected,
  change: Change,
  work?: (tx: Tx) => Promise<number>,
): Promise<AdminPlanDto> =>
  transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "money.act");
    if (change.to) await requireNoRecentReset(viewer.userId, tx);
    await applyChange(tx, viewer, expected, change, work);
    return getPlan(expected.planId, tx);
  });

/** Changes a plan like `changePlan`. The proposal to publish an earlier revision ends. */
async function applyChange(
  tx: Tx,
  { userId: actorId }: Viewer,
  { planId, revision }: Expected,
  { action, from, to, proposedBy }: Change,
  work?: (tx: Tx) => Promise<number>,
): Promise<void> {
  const { count } = await tx.plan.updateMany({
    where: { id: planId, revision, ...(from && { state: { in: from } }) },
    data: { revision: { increment: 1 }, ...(to && { state: to }) },
  });
  if (count === 0) throw await changedError(tx, { planId, revision });
  const version = await work?.(tx);
  await endProposals(tx, { kind: "plan_publication", subject: planId }, { state: "superseded", actorId });
  const data = { ...(version !== undefined && { version }), ...(proposedBy && { proposedBy }) };
  await audit(tx, { actorId, action, targetId: planId, ...(Object.keys(data).length > 0 && { data }) });
}

async function changedError(tx: Tx, { planId, revision }: Expected): Promise<AppError> {
  const plan = await tx.plan.findUnique({ where: { id: planId }, select: { revision: true, state: true } });
  if (!plan) return notFound();
  return new AppError(
    "CONFLICT",
    plan.revision === revision
      ? `This plan is ${plan.state === "draft" ? "still a draft" : `already ${plan.state}`}`
      : "Another administrator has changed this plan. Reload the page to see the changes.",
    { data: { revision: plan.revision, state: plan.state } },
  );
}

/** Stores the next version, which applies once it is published. The published version stays unchanged. */
export const editPlan = (viewer: Viewer, expected: Expected, content: PlanContent): Promise<AdminPlanDto> =>
  changePlan(viewer, expected, { action: "plan.edited" }, async (tx) => {
    const data = toColumns(content);
    const where = { planId: expected.planId, publishedAt: null };
    const [edited] = await tx.planVersion.updateManyAndReturn({ where, data, select: { version: true } });
    if (edited) return edited.version;
    const last = await tx.planVersion.aggregate({
      where: { planId: expected.planId },
      _max: { version: true },
    });
    const version = (last._max.version ?? 0) + 1;
    await tx.planVersion.create({ data: { ...data, planId: expected.planId, version } });
    return version;
  });

const nothingToPublishError = () => new AppError("CONFLICT", "This plan has no changes to publish");

/**
 * Proposes to publish the next version. Always throws CONFIRMATION_REQUIRED, unless it throws NOT_FOUND, RECENTLY_RESET, or CONFLICT if
 * nothing has changed, or for another revision. The route requires a fresh proof of identity.
 */
export const publishPlan = (viewer: Viewer, { planId, revision }: Expected): Promise<never> =>
  transactionOrProposal<never>(async (tx) => {
    await lockAdministrator(tx, viewer, "money.act");
    await requireNoRecentReset(viewer.userId, tx);
    // An edit at the same time would otherwise not end the proposal.
    await tx.$queryRaw`SELECT 1 FROM plans WHERE id = ${planId}::uuid FOR NO KEY UPDATE`;
    if ((await tx.plan.count({ where: { id: planId, revision } })) === 0)
      throw await changedError(tx, { planId, revision });
    const next = await tx.planVersion.findFirst({ where: { planId, publishedAt: null } });
    if (!next) throw nothingToPublishError();
    const payload = { planId, revision, plan: next.name, version: next.version };
    return propose(tx, viewer, { kind: "plan_publication", targetId: null, payload });
  });

/**
 * Publishes the next version, which never changes again, and opens the plan, after the viewer has confirmed it. Throws CONFLICT if the plan
 * has changed since.
 */
export const executePublication = (
  tx: Tx,
  viewer: Viewer,
  expected: Expected,
  proposedBy: string,
): Promise<void> =>
  applyChange(tx, viewer, expected, { action: "plan.published", to: "open", proposedBy }, async () => {
    const [published] = await tx.planVersion.updateManyAndReturn({
      where: { planId: expected.planId, publishedAt: null },
      data: { publishedAt: new Date() },
      select: { version: true },
    });
    if (!published) throw nothingToPublishError();
    return published.version;
  });

/** Closes an open plan to new investments. It stays public and is marked as closed. */
export const closePlan = (viewer: Viewer, expected: Expected): Promise<AdminPlanDto> =>
  changePlan(viewer, expected, { action: "plan.closed", from: ["open"], to: "closed" });

/** Opens a closed plan again, with the version published last. */
export const reopenPlan = (viewer: Viewer, expected: Expected): Promise<AdminPlanDto> =>
  changePlan(viewer, expected, { action: "plan.reopened", from: ["closed"], to: "open" });
