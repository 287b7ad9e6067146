import "server-only";
import { randomInt, timingSafeEqual } from "node:crypto";
import { db, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { consume, tryConsume } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { secretHash } from "./tokens";
import { wrongCode } from "./two-step";

/** Email verification codes: six digits, valid for 10 minutes, stored as a keyed hash (product 10.3). */
const CODE_MINUTES = 10;

const hashCode = (userId: string, code: string) => secretHash("email code", `${userId}|${code}`);

/** Consumes one of the codes that may be mailed to this address per hour. Registration and resending share the quota (threat 2). */
export async function tryConsumeCodeQuota(email: string): Promise<boolean> {
  await tryConsume(`code-wait|${email}`, 1, env.CODE_RESEND_SECONDS);
  return tryConsume(`code-mail|${email}`, env.LIMIT_CODE_MAILS_PER_HOUR, 3_600);
}

/** The same for a resend request, whether or not the address is known. Throws RATE_LIMITED with the seconds to wait. */
export async function consumeResendQuota(email: string): Promise<void> {
  await consume(`code-wait|${email}`, 1, env.CODE_RESEND_SECONDS);
  await consume(`code-mail|${email}`, env.LIMIT_CODE_MAILS_PER_HOUR, 3_600);
}

/** Replaces the user's code and emails the new one, in the caller's transaction. */
export async function issueCode(tx: Tx, user: { id: string; email: string }): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = new Date(Date.now() + CODE_MINUTES * 60_000);
  const fresh = { codeHash: hashCode(user.id, code), tries: 0, createdAt: new Date(), expiresAt };
  await tx.emailCode.upsert({
    where: { userId: user.id },
    create: { userId: user.id, ...fresh },
    update: fresh,
  });
  await enqueue(tx, { to: user.email, userId: user.id, template: "code", data: { code }, expiresAt });
}

const wrong = () => wrongCode("That code is wrong or has expired. Check it or request a new one.");

/**
 * Consumes one attempt and compares the code. The attempt is counted first and in its own transaction, so that parallel requests
 * cannot exceed the limit (threat 1). Returns the hash to redeem in the caller's transaction.
 */
export async function checkCode(userId: string | null, code: string): Promise<string> {
  if (!userId) throw wrong();
  // Five attempts per code, and per account and hour as many as its emails allow (threat 2).
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

/** Uses up a code. Of parallel requests only one succeeds (threat 3); the others throw INVALID_CODE. */
export async function redeemCode(tx: Tx, userId: string, codeHash: string): Promise<void> {
  const used = await tx.emailCode.deleteMany({ where: { userId, codeHash } });
  if (used.count === 0) throw wrong();
}
