import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, transaction, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { consume } from "@/lib/limits/limits";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import { findCaseForViewer } from "@/lib/users/admin-queries";
import type { Viewer } from "@/lib/viewer";
import { requireNoConflict } from "@/lib/users/conflicts";
import { listIdentityChecks, loadTargets } from "./queries";
import { sealAnswer } from "@/lib/identity/sealed-answer";
import { sources, type AskIdentityInput, type IdentityChecksDto, type ManualCheckInput } from "./schema";
import type { Target } from "./targets";
import { addIdentityJobs } from "./worker";

/** Reviewers' commands for checks with outside sources (product 10.26). They do not affect which decisions are possible. */

/** Loads the checkable numbers of the current submission; null without one. Submitted answers are immutable, so no lock is needed. */
async function loadCurrent(userId: string) {
  const user = await db.user.findUnique({ where: { id: userId }, select: { currentSubmissionId: true } });
  const submissionId = user?.currentSubmissionId;
  return submissionId ? { submissionId, ...(await loadTargets(submissionId)) } : null;
}
type Current = NonNullable<Awaited<ReturnType<typeof loadCurrent>>>;

/** Locks the user and returns the loaded submission. Throws CONFLICT if there was none, or if it is no longer current. */
async function lockSubmission(
  tx: Tx,
  viewer: Viewer,
  userId: string,
  current: Current | null,
): Promise<Current> {
  const { user } = await lockManagedUser(tx, viewer, userId, "cases.decide");
  await requireNoConflict(tx, viewer.userId, user.id);
  if (!current) throw new AppError("CONFLICT", "Nothing was submitted, so there is nothing to check");
  if (user.currentSubmissionId !== current.submissionId)
    throw new AppError("CONFLICT", "There is a newer submission. Look at it first.");
  return current;
}

/**
 * Requests identity checks of numbers in the current submission: stores a pending check for each number, and a job calls the provider
 * (worker.ts). Pending checks are not requested twice; answered ones only with `again`. The request is audited. Throws NOT_FOUND; FORBIDDEN
 * for one's own account; CONFLICT without a provider, without the applicant's consent, for a number that the form does not have, or if the
 * reviewer has details in common with the applicant (threat 64); RATE_LIMITED.
 */
export async function askAboutIdentity(
  viewer: Viewer,
  userId: string,
  { kinds, again }: AskIdentityInput,
): Promise<IdentityChecksDto> {
  const provider = env.IDENTITY_PROVIDER;
  const limit = env.LIMIT_IDENTITY_CHECKS_PER_HOUR;
  const current = await loadCurrent(userId);
  // Each signatory's number is a separate call.
  const calls = current?.targets.filter(({ kind, request }) => kinds.includes(kind) && request).length ?? 0;
  await consume(`identity-checks|${viewer.userId}`, limit, 3_600, Math.max(calls, 1));
  await transaction(async (tx) => {
    const { submissionId, consent, targets } = await lockSubmission(tx, viewer, userId, current);
    if (provider === "manual")
      throw new AppError("CONFLICT", "No provider is set up. Compare it yourself and record what you found.");
    if (!consent)
      throw new AppError(
        "CONFLICT",
        "The applicant did not agree to these checks when they submitted, so the provider cannot be asked. Compare it yourself and record what you found.",
      );
    const wanted = targets.filter(({ kind, request }) => kinds.includes(kind) && request);
    if (wanted.length === 0) throw new AppError("CONFLICT", "There is nothing the provider can check");
    const done = await tx.identityCheck.findMany({
      where: { submissionId, provider, state: again ? "waiting" : { not: "failed" } },
      select: { kind: true, ordinal: true },
    });
    const open = wanted.filter((target) => !done.some((row) => isAbout(row, target)));
    if (open.length === 0) return;
    const checks = open.map(({ kind, ordinal }) => ({
      id: uuidv7(),
      submissionId,
      kind,
      ordinal,
      provider,
      state: "waiting" as const,
      consent,
      askedById: viewer.userId,
      askedAt: new Date(),
    }));
    await tx.identityCheck.createMany({ data: checks });
    for (const check of checks) await addIdentityJobs(tx, check);
    for (const kind of new Set(open.map((target) => target.kind))) {
      await audit(tx, {
        actorId: viewer.userId,
        action: "identity.asked",
        targetId: userId,
        data: { kind, provider, submissionId, consent },
      });
    }
  });
  return listIdentityChecks(await findCaseForViewer(viewer, userId));
}

const isAbout = (row: Pick<Target, "kind" | "ordinal">, target: Target) =>
  row.kind === target.kind && row.ordinal === target.ordinal;

/**
 * Records a manual comparison: what was compared, with which source, and the outcome. Audited. Throws NOT_FOUND; FORBIDDEN for one's own
 * account; CONFLICT for a number that the form does not have, or if the reviewer has details in common with the applicant (threat 64).
 */
export async function recordManualCheck(
  viewer: Viewer,
  userId: string,
  { kind, ordinal, source, outcome, note }: ManualCheckInput,
): Promise<IdentityChecksDto> {
  const current = await loadCurrent(userId);
  await transaction(async (tx) => {
    const { submissionId, consent, targets } = await lockSubmission(tx, viewer, userId, current);
    if (!targets.some((target) => isAbout({ kind, ordinal }, target)))
      throw new AppError("CONFLICT", "This was not submitted");
    const id = uuidv7();
    const now = new Date();
    const explanation = `Compared with: ${sources[source]}.`;
    await tx.identityCheck.create({
      data: {
        id,
        submissionId,
        kind,
        ordinal,
        provider: "manual",
        state: "answered",
        outcome,
        consent,
        askedById: viewer.userId,
        askedAt: now,
        answeredAt: now,
        ...sealAnswer(id, { explanation, source, note: note ?? null, found: null }),
      },
    });
    await audit(tx, {
      actorId: viewer.userId,
      action: "identity.compared",
      targetId: userId,
      data: { kind, source, outcome, submissionId },
    });
  });
  return listIdentityChecks(await findCaseForViewer(viewer, userId));
}
