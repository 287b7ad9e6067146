import "server-only";
import { randomInt, timingSafeEqual } from "node:crypto";
import { db, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { consume, tryConsume } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { secretHash } from "./tokens";

/** Codes that prove a mailbox: six digits, 10 minutes, kept as a keyed hash (product 10.3). */
const CODE_MINUTES = 10;

const hashCode = (userId: string, code: string) => secretHash("email code", `${userId}|${code}`);

/** Whether one more code may be mailed to this address in this hour. Registration and resending share the budget (threat 2). */
export async function tryConsumeCodeQuota(email: string): Promise<boolean> {
  await tryConsume(`code-wait|${email}`, 1, env.CODE_RESEND_SECONDS);
  return tryConsume(`code-mail|${email}`, env.LIMIT_CODE_MAILS_PER_HOUR, 3_600);
}

/** The same for a code asked for again, known address or not. Throws RATE_LIMITED with the seconds to wait. */
export async function consumeResendQuota(email: string): Promise<void> {
  await consume(`code-wait|${email}`, 1, env.CODE_RESEND_SECONDS);
  await consume(`code-mail|${email}`, env.LIMIT_CODE_MAILS_PER_HOUR, 3_600);
}

/** Replaces the user's code by a new one and mails it, in the caller's transaction. */
export async function issueCode(tx: Tx, user: { id: string; email: string }): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = new Date(Date.now() + CODE_MINUTES * 60_000);
  const fresh = { codeHash: hashCode(user.id, code), tries: 0, createdAt: new Date(), expiresAt };
  await tx.emailCode.upsert({
    where: { userId: user.id },
    create: { userId: user.id, ...fresh },
    update: fresh,
  });
  await enqueue(tx, {
    to: user.email,
    userId: user.id,
    template: "code",
    data: { code },
    expiresAt,
  });
}

const wrong = () =>
  new AppError("INVALID_CODE", "That code is wrong or has expired. Check it or request a new one.", {
    errors: [{ path: "code", message: "That code is wrong or has expired. Check it or request a new one." }],
  });

/**
 * Spends one try and compares. The try is counted before the comparison and on its own, so that a burst cannot make more than the
 * allowed number (threat 1). Answers the hash that the caller must consume in its transaction.
 */
export async function checkCode(userId: string | null, code: string): Promise<string> {
  if (!userId) throw wrong();
  // Five tries for each code, and for the account in an hour no more than its mails allow (threat 2).
  await consume(`code-try|${userId}`, env.LIMIT_CODE_TRIES * env.LIMIT_CODE_MAILS_PER_HOUR, 3_600);
  const rows = await db.$queryRaw<{ codeHash: string }[]>`
    UPDATE email_codes SET tries = tries + 1
    WHERE user_id = ${userId}::uuid AND tries < ${env.LIMIT_CODE_TRIES} AND expires_at > now()
    RETURNING code_hash AS "codeHash"`;
  if (!rows[0]) {
    const spent = await db.emailCode.count({ where: { userId, tries: { gte: env.LIMIT_CODE_TRIES } } });
    if (spent === 0) throw wrong();
    throw new AppError("RATE_LIMITED", "Too many attempts. Request a new code.", {
      retryAfter: env.CODE_RESEND_SECONDS,
    });
  }
  const expected = Buffer.from(rows[0].codeHash);
  const given = Buffer.from(hashCode(userId, code));
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw wrong();
  return rows[0].codeHash;
}

/** Uses a code up. Of many at once only one succeeds (threat 3); the others are told that the code is gone. */
export async function redeemCode(tx: Tx, userId: string, codeHash: string): Promise<void> {
  const used = await tx.emailCode.deleteMany({ where: { userId, codeHash } });
  if (used.count === 0) throw wrong();
}
