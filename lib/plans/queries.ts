import "server-only";
import { isPending } from "@/lib/approvals/proposals";
import { cached } from "@/lib/cached";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import {
  MAX_PLANS,
  type AdminPlanDto,
  type PlanDto,
  type PlanSummaryDto,
  type PlanVersionDto,
} from "./schema";
import { termsDto } from "./terms-schema";

const inOrder = [{ position: "asc" }, { createdAt: "asc" }, { id: "asc" }] as const;
/** The current version: the newest published one. */
const published = {
  where: { publishedAt: { not: null } },
  orderBy: { version: "desc" },
  take: 1,
} satisfies Prisma.Plan$versionsArgs;

const toVersion = (row: Prisma.PlanVersionGetPayload<object>): PlanVersionDto => ({
  version: row.version,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  name: row.name,
  summary: row.summary,
  description: row.description,
  risk: row.risk,
  terms: termsDto.parse(row.terms),
});

type WithVersions = Prisma.PlanGetPayload<{ include: { versions: true } }>;

/** Returns the published version of a plan that has one. */
function toPlan({ slug, state, versions: [row] }: WithVersions): PlanDto[] {
  if (!row?.publishedAt) return [];
  return [{ ...toVersion(row), slug, isOpen: state === "open", publishedAt: row.publishedAt.toISOString() }];
}

async function findPlans(args: Pick<Prisma.PlanFindManyArgs, "where" | "orderBy">, take = MAX_PLANS) {
  const plans = await db.plan.findMany({ ...args, include: { versions: published }, take });
  return plans.flatMap(toPlan);
}
const open = { state: "open" } as const;

/** Returns the open plans in display order, then the closed ones. Public. */
export const listPlans = (): Promise<PlanDto[]> =>
  findPlans({ where: { state: { not: "draft" } }, orderBy: [{ state: "asc" }, ...inOrder] });

/** Returns the open plans in display order. Public. */
export const listOpenPlans = (take?: number): Promise<PlanDto[]> =>
  findPlans({ where: open, orderBy: [...inOrder] }, take);

/** Returns the first three open plans, for the home page. */
export const getFeaturedPlans = cached(() => listOpenPlans(3), {
  initial: [],
  maxAgeMs: 60_000,
  event: "plans.unavailable",
});

/** Returns the published plan with this address, open or closed, or null. Public. */
export async function findPlan(slug: string): Promise<PlanDto | null> {
  // PostgreSQL rejects NUL bytes, which an address cannot contain.
  if (!/^[a-z0-9-]{1,80}$/.test(slug)) return null;
  const plan = await db.plan.findUnique({ where: { slug }, include: { versions: published } });
  return (plan?.state !== "draft" && plan && toPlan(plan)[0]) || null;
}

/** Returns the newest open plans. Public. */
export const newestPlans = (take: number): Promise<PlanDto[]> =>
  findPlans({ where: open, orderBy: [{ createdAt: "desc" }, { position: "asc" }, { id: "asc" }] }, take);

/** Returns all plans, including drafts, in display order. For administrators. */
export async function listAllPlans(): Promise<PlanSummaryDto[]> {
  const plans = await db.plan.findMany({
    // The newest two versions are the current and the unpublished one.
    include: { versions: { orderBy: { version: "desc" }, take: 2 } },
    orderBy: [...inOrder],
    take: MAX_PLANS,
  });
  return plans.flatMap(({ id, slug, state, versions }) => {
    const current = versions.find(({ publishedAt }) => publishedAt);
    const shown = current ?? versions[0];
    if (!shown) return [];
    const { name, terms } = toVersion(shown);
    return {
      _id: id,
      slug,
      state,
      name,
      version: current?.version ?? null,
      hasUnpublishedChanges: versions.some(({ publishedAt }) => !publishedAt),
      minimum: terms.minimum,
      tenor: terms.tenor,
      return: terms.return,
    };
  });
}

/** Returns a plan with its versions, for administrators. Throws NOT_FOUND. */
export async function getPlan(id: string, reader: Tx | typeof db = db): Promise<AdminPlanDto> {
  const plan = await reader.plan.findUnique({
    where: { id },
    include: { versions: { orderBy: { version: "desc" } } },
  });
  if (!plan) throw notFound();
  const versions = plan.versions.map(toVersion);
  const proposal = await reader.proposal.findFirst({
    where: { kind: "plan_publication", subject: id, ...isPending() },
  });
  return {
    _id: plan.id,
    slug: plan.slug,
    state: plan.state,
    revision: plan.revision,
    published: versions.find(({ publishedAt }) => publishedAt) ?? null,
    unpublished: versions.find(({ publishedAt }) => !publishedAt) ?? null,
    publicationProposedAt: proposal?.proposedAt.toISOString() ?? null,
    history: versions.flatMap(({ version, publishedAt }) => (publishedAt ? [{ version, publishedAt }] : [])),
  };
}
