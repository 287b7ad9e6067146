import "server-only";
import { dateOf, dayOf, lagosDay } from "@/lib/dates";
import { db, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { openNoteColumns } from "@/lib/pii/note-columns";
import type { RiskLevel } from "@/lib/roles";
import type { CaseRow } from "@/lib/users/admin-queries";
import { levelOf, reviewDay, riskFactors, type RiskFactor } from "./rules";
import type { RiskDto } from "./schema";

/** The stored rating of a customer, and the facts that it follows from (product 10.42). */
export const NOTE_TABLE = "risk_ratings";

interface Facts {
  isCompany: boolean;
  isMinor: boolean;
  isMatched: boolean;
  hasPepHit: boolean;
  hasSanctionsHit: boolean;
  /** In kobo. */
  invested: bigint;
}

/** Returns the factors of a user that the database shows now. */
async function findFactors(reader: Tx | typeof db, userId: string): Promise<RiskFactor[]> {
  const [facts] = await reader.$queryRaw<[Facts]>`
    SELECT u.investor_type = 'corporate' AS "isCompany",
      coalesce(p.date_of_birth > ${lagosDay()}::date - interval '18 years', false) AS "isMinor",
      EXISTS (SELECT FROM identity_checks AS c WHERE c.submission_id = u.current_submission_id
        AND c.provider <> 'manual' AND c.outcome = 'matches' AND c.kind IN ('nin', 'bvn', 'company')) AS "isMatched",
      EXISTS (SELECT FROM screening_hits AS h WHERE h.user_id = u.id AND h.ended_at IS NULL AND h.state = 'confirmed'
        AND h.source = 'pep') AS "hasPepHit",
      EXISTS (SELECT FROM screening_hits AS h WHERE h.user_id = u.id AND h.ended_at IS NULL AND h.state = 'confirmed'
        AND h.source <> 'pep') AS "hasSanctionsHit",
      coalesce((SELECT sum(i.amount) FROM investments AS i WHERE i.user_id = u.id
        AND i.paid_on > ${lagosDay()}::date - interval '1 year'), 0)::bigint AS invested
    FROM users AS u LEFT JOIN personal_details AS p ON p.submission_id = u.current_submission_id
    WHERE u.id = ${userId}::uuid`;
  const limit = facts.isCompany ? env.RISK_AMOUNT_COMPANY_NAIRA : env.RISK_AMOUNT_PERSON_NAIRA;
  const has: Omit<Record<RiskFactor, boolean>, "findings"> = {
    company: facts.isCompany,
    minor: facts.isMinor,
    unmatched: !facts.isMatched,
    amount: facts.invested >= BigInt(limit) * 100n,
    pep_hit: facts.hasPepHit,
    sanctions_hit: facts.hasSanctionsHit,
  };
  return (Object.keys(has) as (keyof typeof has)[]).filter((factor) => has[factor]);
}

const years = (): Record<RiskLevel, number> => ({
  low: env.REVIEW_YEARS_LOW,
  medium: env.REVIEW_YEARS_MEDIUM,
  high: env.REVIEW_YEARS_HIGH,
});

interface Approval {
  /** Whether the approval set aside a finding that needs a second person. */
  hadSeriousFinding: boolean;
}

/**
 * Stores the rating of a locked user, and their review date if they are approved. A new approval starts a new period, and decides whether
 * serious findings count; until then those of the last approval do.
 */
export async function rateUser(tx: Tx, userId: string, approval?: Approval): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      status: true,
      renewing: true,
      reviewedAt: true,
      riskRating: true,
      currentSubmission: { select: { idExpiresOn: true } },
    },
  });
  const { riskRating: former, currentSubmission } = user;
  const found = await findFactors(tx, userId);
  const hadFinding = approval?.hadSeriousFinding ?? former?.factors.includes("findings") ?? false;
  const factors = [...found, ...(hadFinding ? (["findings"] as const) : [])];
  const level = levelOf(factors);
  const idExpiresOn = currentSubmission?.idExpiresOn;
  const due =
    user.status === "approved" && currentSubmission
      ? dateOf(
          reviewDay(
            {
              approvedOn: lagosDay(user.reviewedAt!),
              idExpiresOn: idExpiresOn ? dayOf(idExpiresOn) : null,
              level: former?.overrideLevel ?? level,
            },
            years(),
          ),
        )
      : null;
  const data = {
    level,
    factors,
    ratedAt: new Date(),
    // The date of somebody who renews remains until the decision.
    ...(!user.renewing && { reviewDueOn: due }),
    ...(approval && { askedAt: null }),
  };
  await tx.riskRating.upsert({ where: { userId }, create: { userId, ...data }, update: data });
}

/** Returns the level that counts for an approval. */
export async function readLevel(reader: Tx | typeof db, userId: string): Promise<RiskLevel> {
  const rating = await reader.riskRating.findUnique({ where: { userId }, select: { overrideLevel: true } });
  return rating?.overrideLevel ?? levelOf(await findFactors(reader, userId));
}

/** Returns the rating as the facts are now, with its review date, for the review page. */
export async function readRisk({ id: userId, currentSubmission, renewing }: CaseRow): Promise<RiskDto> {
  const rating = await db.riskRating.findUnique({
    where: { userId },
    include: { overriddenBy: { select: { name: true } } },
  });
  const factors = [
    ...(await findFactors(db, userId)),
    ...(rating?.factors.includes("findings") ? (["findings"] as const) : []),
  ];
  const calculated = levelOf(factors);
  const dueOn = rating?.reviewDueOn ? dayOf(rating.reviewDueOn) : null;
  return {
    level: rating?.overrideLevel ?? calculated,
    calculated,
    factors: factors.map((factor) => ({ factor, ...riskFactors[factor] })),
    override: rating?.overrideLevel
      ? {
          level: rating.overrideLevel,
          note: openNoteColumns(NOTE_TABLE, { ...rating, id: userId })!,
          by: rating.overriddenBy?.name ?? null,
          at: rating.overriddenAt!.toISOString(),
        }
      : null,
    idExpiry: currentSubmission?.idExpiryEnteredAt
      ? { on: currentSubmission.idExpiresOn && dayOf(currentSubmission.idExpiresOn) }
      : null,
    reviewDueOn: dueOn,
    isOverdue: dueOn !== null && dueOn < lagosDay(),
    askedAt: rating?.askedAt?.toISOString() ?? null,
    isRenewing: renewing,
  };
}
