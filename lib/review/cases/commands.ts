import "server-only";
import { withRight } from "@/lib/db/with-right";
import { audit } from "@/lib/audit/audit";
import { sealNote } from "@/lib/audit/notes";
import { lockUsers, Prisma, transaction, type Tx } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { invalid, notFound } from "@/lib/errors";
import { consume } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import type { ConflictField } from "@/lib/onboarding/dto";
import { findUserForViewer } from "@/lib/users/admin-queries";
import type { Viewer } from "@/lib/viewer";
import { findConflicts, findConflictsOfEach } from "@/lib/users/conflicts";
import { describeShared } from "@/lib/users/conflict-labels";
import { getCase, isClaimed, openCases, orderBy } from "./queries";
import type { AssignInput, AssignmentResultDto, CaseDto, NextCase, NoteInput } from "./schema";

const MAX_NOTES_PER_HOUR = 60;
/** Assignments are rate-limited because each one emails a colleague. */
const MAX_ASSIGNMENTS_PER_HOUR = 60;

/** Commands about cases (product 10.15). A claim shows who is working on a case; it does not prevent others from deciding. */

interface OpenCase {
  id: string;
  userId: string;
  claimedById: string | null;
}

const caseColumns = Prisma.sql`s.id, s.user_id AS "userId",
  CASE WHEN ${isClaimed} THEN s.claimed_by_id END AS "claimedById"`;

/**
 * Claims the first unclaimed case that matches the viewer's filters, skipping applicants with whom the viewer shares identifying details
 * (threat 64). Concurrent calls never claim the same case: each skips the rows that another call has locked. If only locked rows are left,
 * it waits for them, because the job that writes marks locks them too. Returns null if there is no case.
 */
export async function takeNextCase(viewer: Viewer, filter: NextCase): Promise<CaseDto | null> {
  const userId = await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "cases.decide");
    const skipped: string[] = [];
    const findNext = (onLocked: Prisma.Sql) => tx.$queryRaw<OpenCase[]>`
      SELECT ${caseColumns} FROM ${openCases(viewer, filter)} AND NOT ${isClaimed} AND s.id <> ALL (${skipped}::uuid[])
      ORDER BY ${orderBy[filter.order]} LIMIT 1 FOR UPDATE OF s ${onLocked}`;
    for (;;) {
      const [free] = await findNext(Prisma.sql`SKIP LOCKED`);
      const [next] = free ? [free] : await findNext(Prisma.empty);
      if (!next) return null;
      if ((await findConflicts(tx, viewer.userId, next.userId)).length === 0) {
        await saveClaim(tx, next.id, viewer.userId);
        await auditCase(tx, viewer, "case.claimed", next);
        return next.userId;
      }
      skipped.push(next.id);
    }
  });
  return userId === null ? null : getCase(viewer, userId);
}

/**
 * Assigns open cases to a reviewer, or releases them. The reviewer is emailed unless they claim the cases themselves. Only super
 * administrators can change cases claimed by another reviewer. Claiming one's own case again renews the claim; with `renew`, only cases
 * that the reviewer has already claimed are changed. Throws VALIDATION_FAILED if the reviewer does not decide on cases, RATE_LIMITED.
 */
export async function assignCases(
  viewer: Viewer,
  { userIds, reviewerId, note, renew }: AssignInput,
): Promise<AssignmentResultDto> {
  if (reviewerId !== null && reviewerId !== viewer.userId)
    await consume(`assignments|${viewer.userId}`, MAX_ASSIGNMENTS_PER_HOUR, 3_600);
  return transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "cases.decide");
    const reviewer =
      reviewerId === null
        ? null
        : await tx.user.findFirst({ where: { id: reviewerId, ...withRight("cases.decide") } });
    if (reviewerId !== null && !reviewer) throw invalid("reviewerId", "This person is not a reviewer");
    const ids = [...new Set(userIds)];
    // The search for conflicts is the slowest step, so it runs before the rows are locked.
    const conflicts =
      reviewerId === null
        ? new Map<string, ConflictField[]>()
        : await findConflictsOfEach(tx, reviewerId, ids);
    // Locks cases in id order, as every command that locks several cases does.
    const cases = await tx.$queryRaw<(OpenCase & { claimant: string | null })[]>`
      SELECT ${caseColumns}, (SELECT name FROM users WHERE id = s.claimed_by_id) AS claimant
      FROM ${openCases(viewer, { role: "all" })} AND s.user_id = ANY (${ids}::uuid[])
      ORDER BY s.id FOR UPDATE OF s`;
    const result: AssignmentResultDto = { changed: [], refused: [] };
    const given: OpenCase[] = [];
    for (const userId of ids) {
      const found = cases.find((item) => item.userId === userId);
      const message =
        renew && found?.claimedById !== reviewerId
          ? "You are no longer working on this case"
          : refusalOf(viewer, found, reviewerId, conflicts.get(userId) ?? []);
      if (message !== null) {
        result.refused.push({ userId, message });
        continue;
      }
      await saveClaim(tx, found!.id, reviewerId, found!.claimedById);
      if (reviewerId !== found!.claimedById) given.push(found!);
      result.changed.push(userId);
    }
    if (reviewer && reviewer.id !== viewer.userId && given.length > 0) {
      const actor = await tx.user.findUniqueOrThrow({ where: { id: viewer.userId }, select: { name: true } });
      const data = { name: reviewer.name, actor: actor.name, userIds: given.map(({ userId }) => userId) };
      await enqueue(tx, { to: reviewer.email, userId: reviewer.id, template: "casesAssigned", data });
    }
    for (const item of given) {
      const noteId = note ? await sealNote(tx, item.userId, note) : null;
      const isOwn = reviewerId === viewer.userId;
      const action = reviewerId === null ? "case.released" : isOwn ? "case.claimed" : "case.assigned";
      await auditCase(tx, viewer, action, item, { reviewerId, noteId });
    }
    return result;
  });
}

/** Claims a user's case for the viewer if it is unclaimed. */
export async function claimIfFree(tx: Tx, viewer: Viewer, userId: string): Promise<void> {
  const [free] = await tx.$queryRaw<OpenCase[]>`
    SELECT ${caseColumns} FROM ${openCases(viewer, { role: "all", q: undefined })} AND s.user_id = ${userId}::uuid AND NOT ${isClaimed}
    FOR UPDATE OF s`;
  if (!free) return;
  await saveClaim(tx, free.id, viewer.userId);
  await auditCase(tx, viewer, "case.claimed", free);
}

/** Returns why the viewer cannot assign this case to the reviewer, or null if they can. */
function refusalOf(
  viewer: Viewer,
  found: (OpenCase & { claimant: string | null }) | undefined,
  reviewerId: string | null,
  shared: readonly ConflictField[],
): string | null {
  if (!found) return "This case has already been decided";
  const { claimedById, claimant } = found;
  if (claimedById !== null && claimedById !== viewer.userId && !viewer.isSuper) {
    return `${claimant ?? "Another reviewer"} is working on this case`;
  }
  if (reviewerId === null || reviewerId === claimedById || shared.length === 0) return null;
  return reviewerId === viewer.userId
    ? describeShared(shared)
    : "This reviewer cannot work on this case. Choose another one.";
}

/** Stores the claim. A repeated claim by the same reviewer extends it. */
async function saveClaim(
  tx: Tx,
  id: string,
  reviewerId: string | null,
  previousId: string | null = null,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE submissions SET claimed_by_id = ${reviewerId}::uuid,
      claimed_at = CASE WHEN ${reviewerId}::uuid IS NULL THEN NULL
        WHEN ${reviewerId}::uuid = ${previousId}::uuid THEN claimed_at ELSE now() END,
      -- A case that is held for a reviewer remains held while they work on it.
      claim_active_at = CASE WHEN ${reviewerId}::uuid = ${previousId}::uuid THEN greatest(claim_active_at, now())
        WHEN ${reviewerId}::uuid IS NOT NULL THEN now() END
    WHERE id = ${id}::uuid`;
}

const auditCase = (
  tx: Tx,
  viewer: Viewer,
  action: "case.claimed" | "case.assigned" | "case.released",
  { id, userId }: OpenCase,
  data: Record<string, string | null> = {},
) => audit(tx, { actorId: viewer.userId, action, targetId: userId, data: { submissionId: id, ...data } });

/**
 * Adds an internal note about a user and emails the colleagues it mentions. The note is sealed, and deleted with the user (threat 60).
 * Throws NOT_FOUND, VALIDATION_FAILED if a mentioned person is not an administrator.
 */
export async function addNote(viewer: Viewer, userId: string, { text, mentions }: NoteInput): Promise<void> {
  const { currentSubmissionId: submissionId } = await findUserForViewer(viewer, userId);
  await consume(`notes|${viewer.userId}`, MAX_NOTES_PER_HOUR, 3_600);
  await transaction(async (tx) => {
    await lockUsers(tx, viewer.userId, userId);
    const author = await lockAdministrator(tx, viewer, "cases.decide");
    if ((await tx.user.count({ where: { id: userId } })) === 0) throw notFound("User not found");
    const colleagues = await tx.user.findMany({ where: { id: { in: mentions }, role: "admin" } });
    if (colleagues.length < new Set(mentions).size)
      throw invalid("mentions", "One of the people you mentioned is not a reviewer");
    for (const { id, email, name } of colleagues) {
      const data = { name, actor: author.name, userId };
      await enqueue(tx, { to: email, userId: id, template: "mentioned", data });
    }
    const noteId = await sealNote(tx, userId, text);
    await audit(tx, {
      actorId: viewer.userId,
      action: "case.noted",
      targetId: userId,
      data: { submissionId, noteId },
    });
  });
}
