import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, Prisma, transaction } from "@/lib/db/client";
import { env } from "@/lib/env";
import { ProviderFault } from "@/lib/identity/port";
import { askProvider, callsAllowed } from "@/lib/identity/provider";
import { tryConsume } from "@/lib/limits/limits";
import { describeError, log } from "@/lib/log";
import { emailSuperAdministrators } from "@/lib/users/super-administrators";
import { compareAnswer } from "./compare";
import { loadTargets } from "./queries";
import { sealAnswer } from "@/lib/identity/sealed-answer";
import { providerLabels } from "./schema";

/** Asks the provider what reviewers want to know (product 10.26). Several servers share the work through the database. */

/** The maximum number of concurrent calls of one server. */
const AT_ONCE = 4;
const MAX_ATTEMPTS = 3;
/** The pauses before the second and the third attempt. */
const DELAYS_MS = [2_000, 8_000] as const;
/** After this time a check has failed, however many attempts remain: a reviewer must not wait for a provider that is down. */
const GIVE_UP_SECONDS = 180;
/** How long after its call a check that a crashed server left behind is asked again. */
const LEASE_MARGIN_MS = 20_000;

type Claim = Pick<Prisma.IdentityCheckModel, "id" | "kind" | "ordinal" | "attempts" | "provider"> & {
  submissionId: string;
};

/** Makes the calls that are due, until none is due any more. */
export async function answerIdentityChecks(): Promise<void> {
  for (;;) {
    await giveUp();
    const claims = await claimDue(callsAllowed(AT_ONCE));
    if (claims.length === 0) return;
    await Promise.all(claims.map(answer));
  }
}

/**
 * Claims checks for one attempt each and counts the call and its cost before it is made, so that a crash cannot lose
 * it. Until the lease ends no other server asks.
 */
async function claimDue(most: number): Promise<Claim[]> {
  if (most === 0 || env.IDENTITY_PROVIDER === "manual") return [];
  const leaseMs = env.IDENTITY_TIMEOUT_MS + LEASE_MARGIN_MS;
  return db.$queryRaw<Claim[]>`
    WITH price (kind, kobo) AS (VALUES
      ('nin'::identity_check_kind, ${env.IDENTITY_COST_NIN}::int), ('bvn', ${env.IDENTITY_COST_BVN}::int),
      ('account', ${env.IDENTITY_COST_ACCOUNT}::int), ('company', ${env.IDENTITY_COST_COMPANY}::int)
    ), due AS (
      SELECT id FROM identity_checks
      WHERE state = 'waiting' AND next_attempt_at <= now() AND attempts < ${MAX_ATTEMPTS}
        AND provider = ${env.IDENTITY_PROVIDER}::identity_provider
      ORDER BY next_attempt_at LIMIT ${most} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE identity_checks c
      SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseMs / 1_000}), cost_kobo = cost_kobo + price.kobo
      FROM due, price WHERE c.id = due.id AND price.kind = c.kind
      RETURNING c.*, price.kobo
    ), counted AS (
      INSERT INTO identity_call_totals AS t (day, provider, kind, calls, cost_kobo)
      SELECT (now() AT TIME ZONE 'Africa/Lagos')::date, provider, kind, count(*), sum(kobo) FROM claimed GROUP BY provider, kind ORDER BY kind
      ON CONFLICT (day, provider, kind) DO UPDATE SET calls = t.calls + excluded.calls, cost_kobo = t.cost_kobo + excluded.cost_kobo
    )
    SELECT id, submission_id AS "submissionId", kind, ordinal, attempts, provider FROM claimed`;
}

async function answer(claim: Claim): Promise<void> {
  try {
    const { targets } = await loadTargets(claim.submissionId);
    const target = targets.find(({ kind, ordinal }) => kind === claim.kind && ordinal === claim.ordinal);
    // The number was deleted in the meantime.
    if (!target?.request) throw new ProviderFault("rejected", "no number");
    const found = await askProvider(target.request);
    const { outcome, explanation } = compareAnswer(target.request, found);
    const kept = found.found
      ? { name: found.name, dateOfBirth: found.dateOfBirth, status: found.status }
      : null;
    await finish(claim, {
      state: "answered",
      outcome,
      ...sealAnswer(claim.id, { explanation, source: null, note: null, found: kept }),
    });
  } catch (error) {
    if (!(error instanceof ProviderFault)) {
      // The provider did not cause this error; the check is asked again when the lease ends.
      log.error({ event: "identity.check_failed", attempts: claim.attempts, ...describeError(error) });
    } else if (error.fault !== "temporary") {
      await finish(claim, { state: "failed", failure: error.fault });
      if (error.fault === "configuration") await alert(claim);
    } else if (claim.attempts >= MAX_ATTEMPTS) {
      await finish(claim, { state: "failed", failure: "no_answer" });
    } else {
      const nextAttemptAt = new Date(Date.now() + (DELAYS_MS[claim.attempts - 1] ?? 0));
      await db.identityCheck.updateMany({ where: ofClaim(claim), data: { nextAttemptAt } });
    }
  }
}

/**
 * The condition that a check is still waiting for this attempt: it was not deleted, not given up, and not asked again by another server.
 */
const ofClaim = ({ id, attempts }: Claim) => ({ id, attempts, state: "waiting" as const });

/** Stores the result once. */
async function finish(claim: Claim, result: Prisma.IdentityCheckUncheckedUpdateManyInput): Promise<void> {
  const data = { ...result, answeredAt: new Date(), nextAttemptAt: null };
  await transaction(async (tx) => {
    const { count } = await tx.identityCheck.updateMany({ where: ofClaim(claim), data });
    if (count === 0) return;
    const { userId } = await tx.submission.findUniqueOrThrow({ where: { id: claim.submissionId } });
    await audit(tx, {
      actorId: null,
      action: "identity.answered",
      targetId: userId,
      data: {
        kind: claim.kind,
        provider: claim.provider,
        outcome: (result.outcome ?? result.failure) as string,
        submissionId: claim.submissionId,
      },
    });
  });
}

const isLost = Prisma.sql`c.state = 'waiting' AND c.next_attempt_at <= now()
  AND (c.attempts >= ${MAX_ATTEMPTS} OR c.asked_at < now() - make_interval(secs => ${GIVE_UP_SECONDS}))`;

/** Ends checks whose last attempt was cut off by a crash, and those that have waited too long. */
async function giveUp(): Promise<void> {
  const due = await db.$queryRaw<[{ exists: boolean }]>`
    SELECT EXISTS (SELECT FROM identity_checks c WHERE ${isLost}) AS exists`;
  if (!due[0].exists) return;
  await transaction(async (tx) => {
    const lost = await tx.$queryRaw<
      (Pick<Claim, "kind" | "provider" | "submissionId"> & { userId: string })[]
    >`
      UPDATE identity_checks c SET state = 'failed', failure = 'no_answer', answered_at = now(), next_attempt_at = NULL
      FROM submissions s WHERE s.id = c.submission_id AND ${isLost}
      RETURNING c.kind, c.provider, c.submission_id AS "submissionId", s.user_id AS "userId"`;
    for (const { userId, ...data } of lost) {
      await audit(tx, {
        actorId: null,
        action: "identity.answered",
        targetId: userId,
        data: { ...data, outcome: "no_answer" },
      });
    }
  });
}

/** Emails super administrators, at most once an hour. */
async function alert({ provider }: Claim): Promise<void> {
  log.error({ event: "identity.configuration" });
  if (!(await tryConsume(`identity alert|${provider}`, 1, 3_600))) return;
  await transaction((tx) =>
    emailSuperAdministrators(tx, "identityProviderFault", { provider: providerLabels[provider] }),
  );
}
