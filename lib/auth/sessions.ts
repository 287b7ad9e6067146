import "server-only";
import { audit } from "@/lib/audit/audit";
import type { Client } from "@/lib/client-info";
import { db, transaction, type Tx } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { enqueue } from "@/lib/mail/outbox";
import { isVerified } from "@/lib/submission-rules";
import type { Duty, InvestorType, Role, VerificationStatus } from "@/lib/roles";
import type { Subject } from "@/lib/routes/policy";
import { mustSetUpTwoStep } from "@/lib/users/two-step-rule";
import type { Viewer } from "@/lib/viewer";
import { acceptsPageCookie, decideRefresh, isOpen } from "./session-policy";
import { readRefreshToken, secretHash } from "./tokens";
import { endEarlierProofs } from "./verified";

/** The reason why a session ended, as stored in its row. */
export type EndReason = "limit" | "logout" | "reuse" | "password" | "reset" | "deleted" | "revoked";

export interface SessionPointer {
  id: string;
  refreshCounter: number;
}

/** The maximum number of open sessions of a user; parallel logins may exceed it until the next login. */
export const MAX_SESSIONS = 100;

/**
 * Opens a session and ends the least recently used sessions above the user's maximum, in a single statement to keep logins fast. Parallel
 * logins do not wait for each other.
 */
export async function createSession(
  tx: Tx | typeof db,
  userId: string,
  userAgent: string,
  provedAt: Date = new Date(),
): Promise<SessionPointer> {
  const now = new Date();
  const [session] = await tx.$queryRaw<[SessionPointer]>`
    WITH ended AS (
      UPDATE sessions SET ended_at = now(), end_reason = ${"limit" satisfies EndReason} WHERE id IN (
        SELECT id FROM sessions
        WHERE ended_at IS NULL AND id IN (
          SELECT id FROM sessions WHERE user_id = ${userId}::uuid AND ended_at IS NULL
          ORDER BY last_seen_at DESC, id DESC OFFSET ${MAX_SESSIONS - 1})
        FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO sessions (id, user_id, user_agent, proved_at, created_at, last_seen_at, rotated_at)
    VALUES (${uuidv7()}::uuid, ${userId}::uuid, ${userAgent.slice(0, 300)}, ${provedAt}, ${now}, ${now}, ${now})
    RETURNING id, refresh_counter AS "refreshCounter"`;
  return session;
}

/** Returns the part of a user row that the route guard needs. */
export function toAccessSubject(user: {
  role: Role;
  isSuper: boolean;
  duty: Duty;
  investorType: InvestorType;
  status: VerificationStatus;
  renewing: boolean;
  submittedAt: Date | null;
  twoStepSince: Date | null;
}): Subject {
  return {
    role: user.role,
    isSuper: user.isSuper,
    duty: user.duty,
    investorType: user.investorType,
    isVerified: isVerified(user),
    isRenewing: user.renewing,
    status: user.status,
    submitted: user.submittedAt !== null,
    twoStepSetupRequired: mustSetUpTwoStep(user),
  };
}

type ViewerRow = Parameters<typeof toAccessSubject>[0] & {
  userId: string;
  createdAt: Date;
  lastSeenAt: Date;
  provedAt: Date;
  refreshCounter: number;
  parentCounter: number;
};

/** The interval at which a session's last use is stored. */
const SEEN_MS = 60_000;

/**
 * Returns the viewer of a session, or null if it has ended. `pageCounter` is the number of a page cookie; an outdated one also returns
 * null. This runs on every request, so it is a single query over two primary keys. `isUse` is false for background requests, which do not
 * keep the session alive (threat 57).
 */
export async function readViewer(
  sessionId: string | null,
  { pageCounter, isUse = true }: { pageCounter?: number; isUse?: boolean } = {},
): Promise<Viewer | null> {
  if (!sessionId) return null;
  const [row] = await db.$queryRaw<ViewerRow[]>`
    SELECT u.id AS "userId", u.role, u.is_super AS "isSuper", u.duty, u.investor_type AS "investorType", u.status, u.renewing,
      u.submitted_at AS "submittedAt", u.two_step_since AS "twoStepSince", s.created_at AS "createdAt",
      s.last_seen_at AS "lastSeenAt", s.proved_at AS "provedAt", s.refresh_counter AS "refreshCounter",
      s.parent_counter AS "parentCounter"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sessionId}::uuid AND s.ended_at IS NULL`;
  if (!row || !isOpen({ ...row, endedAt: null }, row.role)) return null;
  if (pageCounter !== undefined && !acceptsPageCookie(row, pageCounter)) return null;
  if (isUse && Date.now() - row.lastSeenAt.getTime() > SEEN_MS) await recordUse(sessionId);
  return { sessionId, userId: row.userId, provedAt: row.provedAt, ...toAccessSubject(row) };
}

const recordUse = (id: string) =>
  db.session.updateMany({
    where: { id, endedAt: null, lastSeenAt: { lt: new Date(Date.now() - SEEN_MS) } },
    data: { lastSeenAt: new Date() },
  });

/**
 * Exchanges a refresh token, as decided by `decideRefresh`. Requests with tokens of one session are serialized. Reuse ends the session and
 * notifies the user (threat 11-13, 57).
 * The exchange does not count as a use of the session: the browser performs it automatically.
 * @returns the session with the number of the new token, or null if the user must log in again
 */
export async function rotateRefreshToken(
  token: string | undefined,
  client: Client,
): Promise<(SessionPointer & { userId: string }) | null> {
  const given = token ? readRefreshToken(token) : null;
  if (!given) return null;
  const { sessionId: id, counter } = given;
  const rotatedBy = secretHash("refresh client", `${client.network}|${client.userAgent}`);

  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM sessions WHERE id = ${id}::uuid FOR UPDATE`;
    const session = await tx.session.findUnique({
      relationLoadStrategy: "join",
      where: { id },
      include: { user: { select: { role: true } } },
    });
    if (!session || !isOpen(session, session.user.role)) return null;
    const { userId, refreshCounter } = session;
    const decision = decideRefresh(session, counter, rotatedBy);
    if (decision === "unknown") return null;
    if (decision === "reuse") {
      await endForReuse(tx, id, userId);
      return null;
    }
    if (decision === "repeat") {
      await tx.session.update({ where: { id }, data: { repeatedCounter: refreshCounter } });
      return { id, refreshCounter, userId };
    }
    await tx.session.update({
      where: { id },
      data: {
        refreshCounter: refreshCounter + 1,
        parentCounter: counter,
        rotatedAt: new Date(),
        rotatedBy,
      },
    });
    return { id, refreshCounter: refreshCounter + 1, userId };
  });
}

async function endForReuse(tx: Tx, sessionId: string, userId: string): Promise<void> {
  await tx.session.update({
    where: { id: sessionId },
    data: { endedAt: new Date(), endReason: "reuse" satisfies EndReason },
  });
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true },
  });
  await enqueue(tx, { to: user.email, userId, template: "sessionReuse", data: { name: user.name } });
  await audit(tx, { actorId: null, action: "session.reuse_detected", targetId: userId });
}

/** Ends one session, which invalidates its tokens and cookies. */
export async function endSession(sessionId: string, reason: EndReason): Promise<void> {
  await db.session.updateMany({
    where: { id: sessionId, endedAt: null },
    data: { endedAt: new Date(), endReason: reason },
  });
}

/**
 * Ends all sessions of a locked user, except `except` if given, together with logins and proofs in progress. Returns the number of sessions
 * ended.
 */
export async function endAllSessions(
  tx: Tx,
  userId: string,
  reason: EndReason,
  except?: string,
): Promise<number> {
  await endEarlierProofs(tx, userId);
  const ended = await tx.session.updateMany({
    where: { userId, endedAt: null, ...(except ? { id: { not: except } } : {}) },
    data: { endedAt: new Date(), endReason: reason },
  });
  return ended.count;
}
