import "server-only";
import { cached } from "@/lib/cached";
import { db, type Prisma } from "@/lib/db/client";
import type { PlanDto } from "./dto";

const toPlanDto = (plan: Prisma.PlanGetPayload<object>): PlanDto => ({
  id: plan.id,
  name: plan.name,
  summary: plan.summary,
  description: plan.description,
  minimum: Number(plan.minimumKobo) / 100,
  tenorMonths: plan.tenorMonths,
  targetReturn: { low: plan.targetReturnLow / 100, high: plan.targetReturnHigh / 100 },
  risk: plan.risk,
  payout: plan.payout,
});

/** The plans in display order. Public. */
export async function listPlans(take = 100): Promise<PlanDto[]> {
  const plans = await db.plan.findMany({ orderBy: [{ position: "asc" }, { id: "asc" }], take });
  return plans.map(toPlanDto);
}

/** The first three plans, for the home page. */
export const getFeaturedPlans = cached(() => listPlans(3), {
  initial: [],
  maxAgeMs: 60_000,
  event: "plans.unavailable",
});

/** The plan with this id, or null. Public. */
export async function findPlan(id: string): Promise<PlanDto | null> {
  // PostgreSQL rejects NUL bytes, which an id of this form cannot contain.
  if (!/^[a-z0-9-]{1,80}$/.test(id)) return null;
  const plan = await db.plan.findUnique({ where: { id } });
  return plan && toPlanDto(plan);
}

/** The newest plans. Public. */
export async function newestPlans(take: number): Promise<PlanDto[]> {
  const plans = await db.plan.findMany({
    orderBy: [{ createdAt: "desc" }, { position: "asc" }, { id: "asc" }],
    take,
  });
  return plans.map(toPlanDto);
}
