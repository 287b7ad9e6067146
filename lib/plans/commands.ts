import "server-only";
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
    await lockAdministrator(tx, viewer);
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

/** Changes a plan with the expected revision and state. Throws NOT_FOUND, CONFLICT; for a change of state RECENTLY_RESET. */
async function changePlan(
  viewer: Viewer,
  { planId, revision }: Expected,
  { action, from, to }: { action: AuditAction; from?: PlanState[]; to?: PlanState },
  change?: (tx: Tx) => Promise<number>,
): Promise<AdminPlanDto> {
  return transaction(async (tx) => {
    await lockAdministrator(tx, viewer);
    if (to) await requireNoRecentReset(viewer.userId, tx);
    const { count } = await tx.plan.updateMany({
      where: { id: planId, revision, ...(from && { state: { in: from } }) },
      data: { revision: { increment: 1 }, ...(to && { state: to }) },
    });
    if (count === 0) {
      const plan = await tx.plan.findUnique({
        where: { id: planId },
        select: { revision: true, state: true },
      });
      if (!plan) throw notFound();
      throw new AppError(
        "CONFLICT",
        plan.revision === revision
          ? `This plan is ${plan.state === "draft" ? "still a draft" : `already ${plan.state}`}`
          : "Another administrator has changed this plan. Reload the page to see the changes.",
        { data: { revision: plan.revision, state: plan.state } },
      );
    }
    const version = await change?.(tx);
    const data = version === undefined ? undefined : { version };
    await audit(tx, { actorId: viewer.userId, action, targetId: planId, ...(data && { data }) });
    return getPlan(planId, tx);
  });
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

/** Publishes the next version, which never changes again, and opens the plan. Throws CONFLICT if nothing has changed. */
export const publishPlan = (viewer: Viewer, expected: Expected): Promise<AdminPlanDto> =>
  changePlan(viewer, expected, { action: "plan.published", to: "open" }, async (tx) => {
    const [published] = await tx.planVersion.updateManyAndReturn({
      where: { planId: expected.planId, publishedAt: null },
      data: { publishedAt: new Date() },
      select: { version: true },
    });
    if (!published) throw new AppError("CONFLICT", "This plan has no changes to publish");
    return published.version;
  });

/** Closes an open plan to new investments. It stays public and is marked as closed. */
export const closePlan = (viewer: Viewer, expected: Expected): Promise<AdminPlanDto> =>
  changePlan(viewer, expected, { action: "plan.closed", from: ["open"], to: "closed" });

/** Opens a closed plan again, with the version published last. */
export const reopenPlan = (viewer: Viewer, expected: Expected): Promise<AdminPlanDto> =>
  changePlan(viewer, expected, { action: "plan.reopened", from: ["closed"], to: "open" });
