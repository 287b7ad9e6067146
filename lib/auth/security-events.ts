import "server-only";
import type { Client } from "@/lib/client-info";
import { db, type Tx } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";
import type { SecurityEventDto, SecurityEventKind } from "./security-event-dto";
import { parseUserAgent } from "./user-agent";

/** Records an event with the client's network and browser. */
export async function recordSecurityEvent(
  tx: Tx | typeof db,
  userId: string,
  kind: SecurityEventKind,
  { network, userAgent }: Client,
): Promise<void> {
  await tx.securityEvent.create({ data: { userId, kind, network, userAgent } });
}

/** Records a failure without delaying the response, whose time must not reveal whether the account exists (threat 6). */
export function recordFailure(userId: string, kind: SecurityEventKind, client: Client): void {
  recordSecurityEvent(db, userId, kind, client).catch((error: unknown) =>
    log.warn({ event: "security_event.failed", ...describeError(error) }),
  );
}

const MAX_EVENTS = 50;
const MAX_FAILURES = 20;
const failures: SecurityEventKind[] = ["password_failed", "code_failed", "passkey_failed"];

/**
 * Returns the latest 50 events of an account and its latest 20 failures. Separate limits prevent failures, which anyone can cause, from
 * hiding a login (threat 62). The caller has checked that the viewer may see them.
 */
export async function securityEventsOf(userId: string): Promise<SecurityEventDto[]> {
  const newest = (kind: { in: string[] } | { notIn: string[] }, take: number) =>
    db.securityEvent.findMany({
      where: { userId, kind },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take,
    });
  const lists = await Promise.all([
    newest({ notIn: failures }, MAX_EVENTS),
    newest({ in: failures }, MAX_FAILURES),
  ]);
  return lists
    .flat()
    .sort((a, b) => b.at.getTime() - a.at.getTime() || b.id.localeCompare(a.id))
    .map(({ id, kind, at, network, userAgent }) => ({
      _id: id,
      kind: kind as SecurityEventKind,
      at: at.toISOString(),
      device: parseUserAgent(userAgent).name,
      network,
    }));
}
