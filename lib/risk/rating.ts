import "server-only";
import { dateOf, dayOf, lagosDay } from "@/lib/dates";
import { db, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { noticeEnd } from "@/lib/onboarding/submission/renewal";
import { openNoteColumns } from "@/lib/pii/note-columns";
import { riskLevels, type RiskLevel } from "@/lib/roles";
import type { Viewer } from "@/lib/viewer";
import type { CaseRow } from "@/lib/users/admin-queries";
import { levelOf, reviewDay, riskFactors, type RiskFactor } from "./rules";
import type { RiskDto } from "./schema";

/** The stored rating of a customer, and the facts that it follows from (product 10.42). */
export const NOTE_TABLE = "risk_ratings";

/** The country whose owners raise no rating, by its name in lib/reference/countries.ts. */
const HOME = "Nigeria";

interface Facts {
  isCompany: boolean;
  isMinor: boolean;
  isMatched: boolean;
  hasPepHit: boolean;
  hasSanctionsHit: boolean;
  /** In kobo. */
  invested: bigint;
  /** In any version of the due diligence form: a later answer does not undo it. */
  isPep: boolean;
  /** From the newest version. */
  expected: bigint;
  hasForeignOwner: boolean;
  hasListedCountry: boolean;
}

/** The stored rating; null in all columns if there is none. */
interface Stored {
  formerFactors: string[] | null;
  overrideFactors: string[] | null;
  overrideLevel: RiskLevel | null;
  dataKey: string | null;
  noteCipher: string | null;
  overriddenBy: string | null;
  overriddenAt: Date | null;
  /** The newest due diligence form. */
  dueDiligenceId: string | null;
  reviewDueOn: Date | null;
  askedAt: Date | null;
}

/** Returns the stored rating of a user, and the factors that the database shows now, besides the findings of the last approval. */
async function readRating(
  reader: Tx | typeof db,
  userId: string,
): Promise<Stored & { factors: RiskFactor[]; hadSeriousFinding: boolean }> {
  const [facts] = await reader.$queryRaw<[Facts & Stored]>`
    SELECT r.factors AS "formerFactors", r.override_level AS "overrideLevel", r.override_factors AS "overrideFactors", r.data_key AS "dataKey", r.note_cipher AS "noteCipher",
      o.name AS "overriddenBy", r.overridden_at AS "overriddenAt", r.review_due_on AS "reviewDueOn", r.asked_at AS "askedAt", d.id AS "dueDiligenceId", u.investor_type = 'corporate' AS "isCompany",
      coalesce(p.date_of_birth > ${lagosDay()}::date - interval '18 years', false) AS "isMinor",
      EXISTS (SELECT FROM identity_checks AS c WHERE c.submission_id = u.current_submission_id
        AND c.provider <> 'manual' AND c.outcome = 'matches' AND c.kind IN ('nin', 'bvn', 'company')) AS "isMatched",
      EXISTS (SELECT FROM screening_hits AS h WHERE h.user_id = u.id AND h.ended_at IS NULL AND h.state = 'confirmed'
        AND h.source = 'pep') AS "hasPepHit",
      EXISTS (SELECT FROM screening_hits AS h WHERE h.user_id = u.id AND h.ended_at IS NULL AND h.state = 'confirmed'
        AND h.source <> 'pep') AS "hasSanctionsHit",
      coalesce((SELECT sum(i.amount) FROM investments AS i WHERE i.user_id = u.id
        AND i.paid_on > ${lagosDay()}::date - interval '1 year'), 0)::bigint AS invested,
      EXISTS (SELECT FROM due_diligence AS e WHERE e.user_id = u.id AND e.pep <> 'no') AS "isPep", coalesce(d.expected_amount, 0)::bigint AS expected,
      EXISTS (SELECT FROM due_diligence_owners AS w WHERE w.form_id = d.id AND w.country <> ${HOME}) AS "hasForeignOwner",
      EXISTS (SELECT FROM due_diligence_owners AS w WHERE w.form_id = d.id AND w.country = ANY (${env.RISK_COUNTRIES}::text[])) AS "hasListedCountry"
    FROM users AS u LEFT JOIN personal_details AS p ON p.submission_id = u.current_submission_id
      LEFT JOIN risk_ratings AS r ON r.user_id = u.id LEFT JOIN users AS o ON o.id = r.overridden_by_id
      LEFT JOIN LATERAL (
        SELECT id, expected_amount FROM due_diligence WHERE user_id = u.id ORDER BY sent_at DESC, id DESC LIMIT 1
      ) AS d ON true
    WHERE u.id = ${userId}::uuid`;
  const limit = facts.isCompany ? env.RISK_AMOUNT_COMPANY_NAIRA : env.RISK_AMOUNT_PERSON_NAIRA;
  const has: Omit<Record<RiskFactor, boolean>, "findings"> = {
    company: facts.isCompany,
    minor: facts.isMinor,
    unmatched: !facts.isMatched,
    amount: facts.invested >= BigInt(limit) * 100n || facts.expected >= BigInt(limit) * 100n,
    foreign_owner: facts.hasForeignOwner,
    listed_country: facts.hasListedCountry,
    pep: facts.isPep,
    pep_hit: facts.hasPepHit,
    sanctions_hit: facts.hasSanctionsHit,
  };
  const factors = (Object.keys(has) as (keyof typeof has)[]).filter((factor) => has[factor]);
  return { ...facts, factors, hadSeriousFinding: facts.formerFactors?.includes("findings") ?? false };
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
      currentSubmission: { select: { idExpiresOn: true } },
    },
  });
  const { currentSubmission } = user;
  const rating = await readRating(tx, userId);
  const factors = allFactors({ ...rating, ...approval });
  const level = levelOf(factors);
  const idExpiresOn = currentSubmission?.idExpiresOn;
  const due =
    user.status === "approved" && currentSubmission
      ? dateOf(
          reviewDay(
            {
              approvedOn: lagosDay(user.reviewedAt!),
              idExpiresOn: idExpiresOn ? dayOf(idExpiresOn) : null,
              level: countingLevel({ ...rating, factors }),
            },
            years(),
          ),
        )
      : null;
  const data = {
    level,
    factors,
    ratedAt: new Date(),
    // The date of somebody who renews remains until the decision. If it moves into the future, they are asked again when it comes.
    ...(!user.renewing && {
      reviewDueOn: due,
      ...((approval || due === null || due > noticeEnd()) && { askedAt: null }),
    }),
  };
  await tx.riskRating.upsert({ where: { userId }, create: { userId, ...data }, update: data });
}

const allFactors = ({ factors, hadSeriousFinding }: { factors: RiskFactor[]; hadSeriousFinding: boolean }) =>
  hadSeriousFinding ? [...factors, "findings" as const] : factors;

/** Returns the level that counts: the chosen one while nothing has happened since that the two administrators did not know, or a higher one. */
function countingLevel({
  factors,
  overrideLevel,
  overrideFactors,
}: Pick<Stored, "overrideLevel" | "overrideFactors"> & { factors: RiskFactor[] }): RiskLevel {
  const calculated = levelOf(factors);
  if (overrideLevel === null) return calculated;
  const knew = factors.every((factor) => overrideFactors?.includes(factor));
  return knew || riskLevels.indexOf(overrideLevel) > riskLevels.indexOf(calculated)
    ? overrideLevel
    : calculated;
}

/** Returns the level that counts now, the calculated one, and the factors, also in words. */
export async function explainLevel(reader: Tx | typeof db, userId: string) {
  const rating = await readRating(reader, userId);
  const factors = allFactors(rating);
  const reasons = factors.map((factor) => lowerFirst(riskFactors[factor].text)).join("; ");
  return { level: countingLevel({ ...rating, factors }), calculated: levelOf(factors), factors, reasons };
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns the rating as the facts are now, with its review date, for the review page. */
export async function readRisk(
  viewer: Pick<Viewer, "isSuper">,
  { id: userId, currentSubmission, renewing }: CaseRow,
): Promise<RiskDto> {
  const rating = await readRating(db, userId);
  const factors = allFactors(rating);
  const calculated = levelOf(factors);
  const dueOn = rating.reviewDueOn && dayOf(rating.reviewDueOn);
  return {
    level: countingLevel({ ...rating, factors }),
    calculated,
    factors: factors.map((factor) => ({ factor, ...riskFactors[factor] })),
    override: rating.overrideLevel && {
      level: rating.overrideLevel,
      note: openNoteColumns(NOTE_TABLE, { ...rating, id: userId })!,
      // Ordinary administrators do not learn who the super administrators are (product 10.7).
      by: viewer.isSuper ? rating.overriddenBy : null,
      at: rating.overriddenAt!.toISOString(),
    },
    idExpiry: currentSubmission?.idExpiryEnteredAt
      ? { on: currentSubmission.idExpiresOn && dayOf(currentSubmission.idExpiresOn) }
      : null,
    reviewDueOn: dueOn,
    isOverdue: dueOn !== null && dueOn < lagosDay(),
    askedAt: rating.askedAt?.toISOString() ?? null,
    isRenewing: renewing,
    dueDiligenceId: rating.dueDiligenceId,
  };
}
