import "server-only";
import { env } from "@/lib/env";
import type { Role } from "@/lib/roles";

/**
 * Rules that determine when a session expires and which refresh tokens it accepts (product 10.3). Pure: no database.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the idle timeout and the maximum lifetime of a session, in milliseconds. */
export const sessionLimits = (role: Role): { idleMs: number; maxMs: number } =>
  role === "admin"
    ? { idleMs: env.ADMIN_SESSION_IDLE_MINUTES * MINUTE, maxMs: env.ADMIN_SESSION_MAX_HOURS * HOUR }
    : { idleMs: env.SESSION_IDLE_DAYS * DAY, maxMs: env.SESSION_MAX_DAYS * DAY };

interface Lifetime {
  createdAt: Date;
  lastSeenAt: Date;
  endedAt: Date | null;
}

/** Returns whether the session of a user with this role is open (threat 57). */
export function isOpen({ createdAt, lastSeenAt, endedAt }: Lifetime, role: Role, now = Date.now()): boolean {
  const { idleMs, maxMs } = sessionLimits(role);
  return endedAt === null && now - lastSeenAt.getTime() < idleMs && now - createdAt.getTime() < maxMs;
}

/** How long parallel exchanges of a token by the same client return the same successor. */
const GRACE_MS = 10_000;

interface TokenState {
  refreshCounter: number;
  parentCounter: number;
  rotatedAt: Date;
  rotatedBy: string;
  repeatedCounter: number;
}

/**
 * Returns the consequence of a refresh token:
 * - rotate: it is the newest token; a successor is issued
 * - repeat: a parallel request of the same client has just exchanged it; both get the same successor
 * - replace: its successor was issued but may have been lost; another successor is issued, and the first becomes invalid
 * - reuse: a copy of the token was used; the session ends
 * - unknown: it was never issued
 *
 * A successor is repeated only to the client that received it, for ten seconds, and not in two consecutive generations. When two clients
 * share a stolen token, one of them therefore soon holds a replaced successor, and its next use ends the session, however closely the two
 * keep pace (threat 11-13, 57).
 */
export function decideRefresh(
  { refreshCounter, parentCounter, rotatedAt, rotatedBy, repeatedCounter }: TokenState,
  counter: number,
  client: string,
  now = Date.now(),
): "rotate" | "repeat" | "replace" | "reuse" | "unknown" {
  if (counter > refreshCounter) return "unknown";
  if (counter === refreshCounter) return "rotate";
  if (counter !== parentCounter) return "reuse";
  const isParallel = rotatedBy === client && now - rotatedAt.getTime() < GRACE_MS;
  return isParallel && repeatedCounter !== parentCounter ? "repeat" : "replace";
}

/** Returns whether a page cookie with this number is valid: it is issued with each refresh token, and ends with it (threat 57). */
export const acceptsPageCookie = (
  { refreshCounter, parentCounter }: Pick<TokenState, "refreshCounter" | "parentCounter">,
  counter: number,
): boolean => counter === refreshCounter || counter === parentCounter;
