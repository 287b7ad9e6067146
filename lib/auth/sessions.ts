import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, transaction, type Tx } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";
import type { Subject } from "@/lib/routes/policy";
import type { InvestorType, Role, VerificationStatus } from "@/lib/roles";
import { mustSetUpTwoStep } from "@/lib/users/two-step-rule";
import type { Viewer } from "@/lib/viewer";
import { SESSION_SECONDS, readRefreshToken } from "./tokens";

/** Why a session ended; written on its row. */
export type EndReason = "logout" | "reuse" | "password" | "reset" | "deleted" | "revoked";

/** A replayed refresh token is forgiven for this long after its child was used (product 10.3). */
const GRACE_MS = 10_000;

export interface SessionPointer {
  id: string;
  refreshCounter: number;
}

const expiry = () => new Date(Date.now() + SESSION_SECONDS * 1_000);

export async function createSession(
  tx: Tx | typeof db,
  userId: string,
  userAgent: string,
): Promise<SessionPointer> {
  return tx.session.create({
    data: { userId, expiresAt: expiry(), userAgent: userAgent.slice(0, 300) },
    select: { id: true, refreshCounter: true },
  });
}

/** What the guard needs to know of a user row. */
export function toAccessSubject(user: {
  role: Role;
  isSuper: boolean;
  investorType: InvestorType;
  status: VerificationStatus;
  submittedAt: Date | null;
  twoStepSince: Date | null;
}): Subject {
  return {
    role: user.role,
    isSuper: user.isSuper,
    investorType: user.investorType,
    isVerified: user.status === "approved",
    status: user.status,
    submitted: user.submittedAt !== null,
    twoStepSetupRequired: mustSetUpTwoStep(user),
  };
}

type ViewerRow = Parameters<typeof toAccessSubject>[0] & { userId: string };

/**
 * The viewer behind a session id, or null once the session has ended in any way. Every request asks this first, so it is one plain
 * statement over two primary keys.
 */
export async function readViewer(sessionId: string | null): Promise<Viewer | null> {
  if (!sessionId) return null;
  const [row] = await db.$queryRaw<ViewerRow[]>`
    SELECT u.id AS "userId", u.role, u.is_super AS "isSuper", u.investor_type AS "investorType", u.status,
      u.submitted_at AS "submittedAt", u.two_step_since AS "twoStepSince"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sessionId}::uuid AND s.ended_at IS NULL AND s.expires_at > ${new Date()}`;
  return row ? { sessionId, userId: row.userId, ...toAccessSubject(row) } : null;
}

/**
 * Exchanges a refresh token. One conditional update decides who advances the session; parallel and repeated exchanges of the same
 * token get the same child, until that child was used. A token replayed after that ends the session and tells its owner (threat 11-13).
 *
 * @returns the session with the number of the child, or null when the person has to log in again
 */
export async function rotateRefreshToken(
  token: string | undefined,
): Promise<(SessionPointer & { userId: string }) | null> {
  const given = token ? readRefreshToken(token) : null;
  if (!given) return null;
  const { sessionId: id, counter } = given;

  const advanced = await db.session.updateManyAndReturn({
    where: { id, refreshCounter: counter, endedAt: null, expiresAt: { gt: new Date() } },
    data: {
      refreshCounter: { increment: 1 },
      rotatedAt: new Date(),
      lastSeenAt: new Date(),
      expiresAt: expiry(),
    },
    select: { userId: true },
  });
  if (advanced[0]) return { id, refreshCounter: counter + 1, userId: advanced[0].userId };

  const session = await db.session.findFirst({
    where: { id, endedAt: null, expiresAt: { gt: new Date() } },
    select: { refreshCounter: true, rotatedAt: true, userId: true },
  });
  if (!session || counter > session.refreshCounter) return null;
  const age = session.refreshCounter - counter;
  const inGrace = Date.now() - session.rotatedAt.getTime() < GRACE_MS;
  if (age === 1 || (age === 2 && inGrace)) return { id, refreshCounter: counter + 1, userId: session.userId };

  // Older ones get nothing; within the grace it is taken for a browser that was slow, and nobody is logged out for it.
  if (!inGrace) await endForReuse(id, session.userId);
  return null;
}

async function endForReuse(sessionId: string, userId: string): Promise<void> {
  await transaction(async (tx) => {
    const ended = await tx.session.updateMany({
      where: { id: sessionId, endedAt: null },
      data: { endedAt: new Date(), endReason: "reuse" satisfies EndReason },
    });
    if (ended.count === 0) return;
    const user = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { email: true, name: true },
    });
    await enqueue(tx, { to: user.email, userId, template: "sessionReuse", data: { name: user.name } });
    await audit(tx, { actorId: null, action: "session.reuse_detected", targetId: userId });
  });
}

/** Ends one session; every pointer to it is dead from now on. */
export async function endSession(sessionId: string, reason: EndReason): Promise<void> {
  await db.session.updateMany({
    where: { id: sessionId, endedAt: null },
    data: { endedAt: new Date(), endReason: reason },
  });
}

/** Ends every session of a user, or every other one than `except`. Answers how many. */
export async function endAllSessions(
  tx: Tx,
  userId: string,
  reason: EndReason,
  except?: string,
): Promise<number> {
  const ended = await tx.session.updateMany({
    where: { userId, endedAt: null, ...(except ? { id: { not: except } } : {}) },
    data: { endedAt: new Date(), endReason: reason },
  });
  return ended.count;
}
