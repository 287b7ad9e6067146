import "server-only";
import { db, transaction } from "@/lib/db/client";
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

/** Writes the requested emails into the outbox, each once, on any number of servers. Requests for unknown addresses are dropped. */
export async function fulfilEmailRequests(): Promise<void> {
  while (await fulfilNext());
}

const fulfilNext = () =>
  transaction(async (tx) => {
    const [request] = await tx.$queryRaw<{ kind: Kind; email: string }[]>`
      DELETE FROM email_requests WHERE id = (
        SELECT id FROM email_requests ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING kind, email`;
    if (!request) return false;
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
    return true;
  });
