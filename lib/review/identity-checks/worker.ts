import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { addJob } from "@/lib/db/jobs";
import { env } from "@/lib/env";
import { ProviderFault } from "@/lib/identity/port";
import { askProvider, callsAllowed } from "@/lib/identity/provider";
import { alertAboutProvider } from "@/lib/users/alert-about-provider";
import { compareAnswer } from "./compare";
import { loadTargets } from "./queries";
import { sealAnswer } from "@/lib/identity/sealed-answer";

/** Calls the provider for the identity checks that reviewers request (product 10.26). */

/** The maximum number of concurrent calls per server. */
const AT_ONCE = 4;
const MAX_ATTEMPTS = 3;
/** A check fails after this time, even with attempts left: a reviewer must not wait for a provider that is down. */
const GIVE_UP_MS = 180_000;
/** The delay of a check while the provider is down or its rate limit is reached. */
const POSTPONE_MS = 1_000;

type Provider = Exclude<Prisma.IdentityCheckModel["provider"], "manual">;
type Claim = Pick<
  Prisma.IdentityCheckModel,
  "id" | "kind" | "ordinal" | "attempts" | "provider" | "submissionId"
>;

/** Adds the jobs of a pending check: the call, and the end of the waiting time. */
export async function addIdentityJobs(
  tx: Tx,
  { id, provider, askedAt }: { id: string; provider: Provider; askedAt: Date },
) {
  await addJob(tx, `identity-check:${provider}`, id);
  await addJob(tx, "identity-deadline", id, new Date(askedAt.getTime() + GIVE_UP_MS));
}

let calls = 0;

/** Calls the provider once for a check; if the provider is down, the job is added again. Called by a job. */
export async function answerIdentityCheck(id: string, provider: Provider): Promise<void> {
  if (calls >= callsAllowed(AT_ONCE))
    return addJob(db, `identity-check:${provider}`, id, new Date(Date.now() + POSTPONE_MS));
  calls += 1;
  try {
    const claim = await claimCall(id);
    if (claim) await answer(claim);
  } finally {
    calls -= 1;
  }
}

/** Counts the call and its cost before making it, so that a crash cannot lose them. Returns null if the check no longer needs a call. */
async function claimCall(id: string): Promise<Claim | null> {
  const [claim] = await db.$queryRaw<Claim[]>`
    WITH price (kind, kobo) AS (VALUES
      ('nin'::identity_check_kind, ${env.IDENTITY_COST_NIN}::int), ('bvn', ${env.IDENTITY_COST_BVN}::int),
      ('account', ${env.IDENTITY_COST_ACCOUNT}::int), ('company', ${env.IDENTITY_COST_COMPANY}::int)
    ), claimed AS (
      UPDATE identity_checks c SET attempts = attempts + 1, cost_kobo = cost_kobo + price.kobo
      FROM price WHERE c.id = ${id}::uuid AND c.state = 'waiting' AND c.attempts < ${MAX_ATTEMPTS} AND price.kind = c.kind
      RETURNING c.*, price.kobo
    ), counted AS (
      INSERT INTO identity_call_totals AS t (day, provider, kind, calls, cost_kobo)
      SELECT (now() AT TIME ZONE 'Africa/Lagos')::date, provider, kind, 1, kobo FROM claimed
      ON CONFLICT (day, provider, kind) DO UPDATE SET calls = t.calls + 1, cost_kobo = t.cost_kobo + excluded.cost_kobo
    )
    SELECT id, submission_id AS "submissionId", kind, ordinal, attempts, provider FROM claimed`;
  return claim ?? null;
}

async function answer(claim: Claim): Promise<void> {
  try {
    const { targets } = await loadTargets(claim.submissionId);
    const target = targets.find(({ kind, ordinal }) => kind === claim.kind && ordinal === claim.ordinal);
    // The number has been deleted in the meantime.
    if (!target?.request) throw new ProviderFault("rejected", "no number");
    const found = await askProvider(target.request);
    const { outcome, explanation } = compareAnswer(target.request, found);
    const stored = found.found
      ? { name: found.name, dateOfBirth: found.dateOfBirth, status: found.status }
      : null;
    await finish(claim, {
      state: "answered",
      outcome,
      ...sealAnswer(claim.id, { explanation, source: null, note: null, found: stored }),
    });
  } catch (error) {
    const isTemporary = !(error instanceof ProviderFault) || error.fault === "temporary";
    // The job is retried after 3 and 7 seconds.
    if (isTemporary && claim.attempts < MAX_ATTEMPTS) throw error;
    await finish(claim, { state: "failed", failure: isTemporary ? "no_answer" : error.fault });
    if (!isTemporary && error.fault === "configuration") await alertAboutProvider(claim.provider);
  }
}

/**
 * Stores the result once, and only if the check is still waiting for this attempt: it has not been deleted, given up, or retried by another
 * server.
 */
async function finish(
  claim: Claim,
  result: Prisma.IdentityCheckUncheckedUpdateManyInput,
  condition: Prisma.IdentityCheckWhereInput = { attempts: claim.attempts },
): Promise<void> {
  const where = { ...condition, id: claim.id, state: "waiting" as const };
  const data = { ...result, answeredAt: new Date() };
  await transaction(async (tx) => {
    const { count } = await tx.identityCheck.updateMany({ where, data });
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

/** Ends a check that has waited too long, e.g. because a crash interrupted its last attempt. Called by a job. */
export async function endIdentityCheck(id: string): Promise<void> {
  const check = await db.identityCheck.findUnique({ where: { id } });
  if (check) await finish(check, { state: "failed", failure: "no_answer" }, {});
}
