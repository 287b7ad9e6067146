import "server-only";
import type { SecurityEventDto } from "@/lib/auth/security-event-dto";
import { securityEventsOf } from "@/lib/auth/security-events";
import { sessionLimits } from "@/lib/auth/session-policy";
import { MAX_SESSIONS } from "@/lib/auth/sessions";
import { parseUserAgent } from "@/lib/auth/user-agent";
import { db, type Prisma } from "@/lib/db/client";
import { reasonInclude, reasonOfSubmission } from "@/lib/onboarding/submission/decision-reasons";
import { paths } from "@/lib/routes/paths";
import type { Viewer } from "@/lib/viewer";
import type { ApplicationDto, OwnDocumentDto, SessionDto } from "./dto";

/** Returns the viewer's active sessions: the current one first, then by last use. */
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

/** Returns the latest security events of the viewer's account. */
export const ownSecurityEvents = ({ userId }: Viewer): Promise<SecurityEventDto[]> =>
  securityEventsOf(userId);

const ownDocument = {
  include: { file: true, signatory: { select: { ordinal: true } } },
  orderBy: [{ name: "asc" }, { signatory: { ordinal: "asc" } }],
} as const satisfies Prisma.Submission$documentsArgs;

const toOwnDocument = ({
  id,
  name,
  file,
  signatory,
}: Prisma.DocumentGetPayload<typeof ownDocument>): OwnDocumentDto => ({
  _id: id,
  name,
  signatory: signatory && signatory.ordinal + 1,
  path: paths.file(file.id),
  fileName: file.originalName,
  size: file.size,
});

/** Returns the documents of the viewer's current submission, in the order of the form. */
export async function ownDocuments({ userId }: Viewer): Promise<OwnDocumentDto[]> {
  const documents = await db.document.findMany({
    relationLoadStrategy: "join",
    where: { submission: { currentOf: { id: userId } } },
    ...ownDocument,
  });
  return documents.map(toOwnDocument);
}

/** The maximum number of applications listed; no user has as many in practice. */
export const MAX_APPLICATIONS = 50;

/** Returns the viewer's own applications for funding, newest first, at most `MAX_APPLICATIONS`. */
export async function ownApplications({ userId }: Pick<Viewer, "userId">): Promise<ApplicationDto[]> {
  const submissions = await db.submission.findMany({
    relationLoadStrategy: "join",
    where: { userId, kind: "individual", state: { not: "draft" }, submittedAt: { not: null } },
    include: {
      currentOf: { select: { id: true } },
      documents: ownDocument,
      decisions: { orderBy: { number: "desc" }, take: 1, include: reasonInclude },
    },
    orderBy: [{ submittedAt: "desc" }, { id: "desc" }],
    take: MAX_APPLICATIONS,
  });
  return submissions.map((row) => ({
    _id: row.id,
    state:
      row.state === "rejected" && row.changesRequested
        ? "changes_asked"
        : (row.state as ApplicationDto["state"]),
    isCurrent: row.currentOf !== null,
    submittedAt: row.submittedAt!.toISOString(),
    decidedAt: row.reviewedAt?.toISOString() ?? null,
    reason: reasonOfSubmission(row),
    documents: row.documents.map(toOwnDocument),
  }));
}
