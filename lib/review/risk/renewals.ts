import "server-only";
import { audit } from "@/lib/audit/audit";
import { recordReads } from "@/lib/audit/reads";
import { toPage } from "@/lib/cursor";
import { dateOf, dayOf, lagosDay } from "@/lib/dates";
import { db, lockUsers, transaction, type Prisma } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";
import { dueParts, noticeEnd } from "@/lib/onboarding/submission/renewal";
import { describeRenewal } from "@/lib/onboarding/submission/renewal-labels";
import type { Viewer } from "@/lib/viewer";
import { rateUser } from "@/lib/risk/rating";
import type { ReviewDateDto, ReviewDatesDto, ReviewDatesQuery } from "@/lib/risk/schema";

/** The daily rating of customers, and the reviews that become due (product 10.42). */
const BATCH = 100;

const customers = {
  status: "approved",
  role: { in: ["investor", "startup"] },
  closedAt: null,
} as const satisfies Prisma.UserWhereInput;

/**
 * Rates all customers again, and asks those whose review becomes due to renew what it concerns, once, by email and on their dashboard. Each
 * is a separate transaction. Called by a job.
 */
export async function reviewCustomers(): Promise<void> {
  for (let last: string | undefined; ;) {
    const due = await db.user.findMany({
      where: { ...customers, ...(last && { id: { gt: last } }) },
      select: { id: true },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    for (const { id } of due) await reviewCustomer(id);
    last = due.at(-1)?.id;
    if (due.length < BATCH) return;
  }
}

async function reviewCustomer(userId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockUsers(tx, userId);
    if ((await tx.user.count({ where: { id: userId, ...customers } })) === 0) return;
    await rateUser(tx, userId);
    const { count } = await tx.riskRating.updateMany({
      where: { userId, askedAt: null, reviewDueOn: { lte: noticeEnd() } },
      data: { askedAt: new Date() },
    });
    if (count === 0) return;
    const { email: to, name } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const { reviewDueOn } = await tx.riskRating.findUniqueOrThrow({ where: { userId } });
    const { reason } = await dueParts(tx, userId);
    const request = describeRenewal({ reason, by: dayOf(reviewDueOn!) });
    await enqueue(tx, { to, userId, template: "renewalDue", data: { name, request } });
    await audit(tx, { actorId: null, action: "user.renewal_asked", targetId: userId, data: { reason } });
  });
}

const include = {
  user: {
    select: {
      id: true,
      name: true,
      companyName: true,
      email: true,
      renewing: true,
      currentSubmission: { select: { idExpiresOn: true } },
    },
  },
} as const satisfies Prisma.RiskRatingInclude;

const toDto = (row: Prisma.RiskRatingGetPayload<{ include: typeof include }>): ReviewDateDto => {
  const { user, level, overrideLevel, reviewDueOn, askedAt } = row;
  const { id, name, companyName, email, renewing, currentSubmission } = user;
  return {
    user: { _id: id, name, companyName, email },
    level: overrideLevel ?? level,
    dueOn: dayOf(reviewDueOn!),
    isOverdue: dayOf(reviewDueOn!) < lagosDay(),
    isIdExpiry: currentSubmission?.idExpiresOn?.getTime() === reviewDueOn!.getTime(),
    askedAt: askedAt?.toISOString() ?? null,
    isRenewing: renewing,
  };
};

/** Returns a page of customers by their review date, earliest first. Reading the list is recorded for each of them. */
export async function listReviewDates(
  viewer: Viewer,
  { state, risk, after, limit }: ReviewDatesQuery,
): Promise<ReviewDatesDto> {
  const limits = { due: { lte: noticeEnd() }, overdue: { lt: dateOf(lagosDay()) }, all: { not: null } };
  const rows = await db.riskRating.findMany({
    where: {
      reviewDueOn: limits[state],
      user: { closedAt: null, OR: [{ status: "approved" }, { renewing: true }] },
      ...(risk && { OR: [{ overrideLevel: risk }, { overrideLevel: null, level: risk }] }),
    },
    include,
    orderBy: [{ reviewDueOn: "asc" }, { userId: "asc" }],
    take: limit + 1,
    ...(after && { cursor: { userId: after }, skip: 1 }),
  });
  const { shown, next } = toPage(rows, limit, ({ userId }) => userId);
  await recordReads(
    viewer,
    shown.map(({ userId }) => ({ subjectId: userId, part: "account" as const })),
  );
  return { reviews: shown.map(toDto), next };
}
