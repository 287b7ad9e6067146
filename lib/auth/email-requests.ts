import "server-only";
import { db, transaction } from "@/lib/db/client";
import { addJob } from "@/lib/db/jobs";
import { enqueue } from "@/lib/mail/outbox";
import { issueCode } from "./codes";
import { createResetToken } from "./reset-token";

type Kind = "code" | "reset";

/**
 * Visitors' requests for an email. They are stored for every address alike and processed by a job, so that neither the response nor its
 * timing reveals whether the address has an account (threat 6).
 */
export async function requestEmail(kind: Kind, email: string): Promise<void> {
  await transaction(async (tx) => {
    const { id } = await tx.emailRequest.create({ data: { kind, email } });
    await addJob(tx, "email-request", id);
  });
}

/** A link or code that arrives later than this is no longer expected. */
const MAX_AGE_MS = 10 * 60_000;
const oldest = () => new Date(Date.now() - MAX_AGE_MS);

/** Writes the requested email to the outbox, once. Requests for an unknown address or older than ten minutes are dropped. */
export const fulfilEmailRequest = (id: string): Promise<void> =>
  transaction(async (tx) => {
    const [request] = await tx.$queryRaw<{ kind: Kind; email: string; createdAt: Date }[]>`
      DELETE FROM email_requests WHERE id = ${id}::uuid RETURNING kind, email, created_at AS "createdAt"`;
    if (!request || request.createdAt < oldest()) return;
    const user = await tx.user.findUnique({
      where: { email: request.email },
      select: { id: true, email: true, name: true, emailVerifiedAt: true },
    });
    if (user && request.kind === "code" && !user.emailVerifiedAt) await issueCode(tx, user);
    if (user && request.kind === "reset") {
      const { token, expiresAt } = await createResetToken(tx, user.id);
      const data = { name: user.name, token };
      await enqueue(tx, { to: user.email, userId: user.id, template: "passwordReset", data, expiresAt });
    }
  });

/** Deletes the requests that could not be processed within ten minutes. */
export const deleteOldEmailRequests = (): Promise<unknown> =>
  db.emailRequest.deleteMany({ where: { createdAt: { lt: oldest() } } });
