import "server-only";
import { db, transaction } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";
import { enqueue } from "@/lib/mail/outbox";
import { issueCode } from "./codes";
import { createResetToken } from "./reset-token";

type Kind = "code" | "reset";

/**
 * Requests for an email by people who are not logged in. They are stored for every address alike and fulfilled by a job, so that neither
 * the response nor its time reveals whether the address has an account (threat 6).
 */
export async function requestEmail(kind: Kind, email: string): Promise<void> {
  await db.emailRequest.create({ data: { kind, email } });
}

/** A link or code that arrives later than this is no longer expected. */
const MAX_AGE_MINUTES = 10;
/** A request that failed is tried again after this time, so that it does not delay the others. */
const RETRY_SECONDS = 30;

interface EmailRequest {
  id: string;
  kind: Kind;
  email: string;
}

/**
 * Writes the requested emails into the outbox, each once, on any number of servers. Requests for unknown addresses, and those that could
 * not be fulfilled in ten minutes, are dropped.
 */
export async function fulfilEmailRequests(): Promise<void> {
  await db.$executeRaw`
    DELETE FROM email_requests WHERE created_at < now() - make_interval(mins => ${MAX_AGE_MINUTES})`;
  for (;;) {
    const [request] = await db.$queryRaw<EmailRequest[]>`
      UPDATE email_requests SET locked_until = now() + make_interval(secs => ${RETRY_SECONDS})
      WHERE id = (
        SELECT id FROM email_requests WHERE locked_until IS NULL OR locked_until < now()
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, kind, email`;
    if (!request) return;
    try {
      await fulfil(request);
    } catch (error) {
      log.warn({ event: "email_request.failed", ...describeError(error) });
    }
  }
}

const fulfil = ({ id, kind, email }: EmailRequest) =>
  transaction(async (tx) => {
    const { count } = await tx.emailRequest.deleteMany({ where: { id } });
    if (count === 0) return;
    const user = await tx.user.findUnique({
      where: { email },
      select: { id: true, email: true, name: true, emailVerifiedAt: true },
    });
    if (user && kind === "code" && !user.emailVerifiedAt) await issueCode(tx, user);
    if (user && kind === "reset") {
      const { token, expiresAt } = await createResetToken(tx, user.id);
      const data = { name: user.name, token };
      await enqueue(tx, { to: user.email, userId: user.id, template: "passwordReset", data, expiresAt });
    }
  });
