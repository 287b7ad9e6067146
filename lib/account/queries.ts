import "server-only";
import type { Viewer } from "@/lib/viewer";
import { db } from "@/lib/db/client";
import { paths } from "@/lib/routes/paths";
import type { SecurityEventDto } from "@/lib/auth/security-event-dto";
import { securityEventsOf } from "@/lib/auth/security-events";
import { sessionLimits } from "@/lib/auth/session-rules";
import { MAX_SESSIONS } from "@/lib/auth/sessions";
import { parseUserAgent } from "@/lib/auth/user-agent";
import type { OwnDocumentDto, SessionDto } from "./dto";

/** The viewer's active sessions: the current one first, then by last use. */
export async function ownSessions({ userId, sessionId, role }: Viewer): Promise<SessionDto[]> {
  const { idleMs, maxMs } = sessionLimits(role);
  const after = (ms: number) => ({ gt: new Date(Date.now() - ms) });
  const sessions = await db.session.findMany({
    where: { userId, endedAt: null, lastSeenAt: after(idleMs), createdAt: after(maxMs) },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    take: MAX_SESSIONS,
  });
  return sessions
    .map((session) => ({
      _id: session.id,
      device: parseUserAgent(session.userAgent),
      signedInAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      current: session.id === sessionId,
    }))
    .sort((one, other) => Number(other.current) - Number(one.current));
}

/** The newest events of the viewer's own security. */
export const ownSecurityEvents = ({ userId }: Viewer): Promise<SecurityEventDto[]> =>
  securityEventsOf(userId);

/** The documents of the viewer's current submission, in the order of the form. */
export async function ownDocuments({ userId }: Viewer): Promise<OwnDocumentDto[]> {
  const documents = await db.document.findMany({
    relationLoadStrategy: "join",
    where: { submission: { currentOf: { id: userId } } },
    include: { file: true, signatory: { select: { ordinal: true } } },
    orderBy: [{ name: "asc" }, { signatory: { ordinal: "asc" } }],
  });
  return documents.map(({ id, name, file, signatory }) => ({
    _id: id,
    name,
    signatory: signatory && signatory.ordinal + 1,
    path: paths.file(file.id),
    fileName: file.originalName,
    size: file.size,
  }));
}
