import "server-only";
import { randomInt, timingSafeEqual } from "node:crypto";
import type { Client } from "@/lib/client-info";
import { db, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { consume, consumePerNetwork, tryConsume } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { secretHash } from "./tokens";
import { wrongCode } from "./two-step";

/** Email verification codes: six digits, valid for 10 minutes, stored as a keyed hash (product 10.3). */
const CODE_MINUTES = 10;

const hashCode = (userId: string, code: string) => secretHash("email code", `${userId}|${code}`);

/** Consumes one of this address's emailed codes per hour. Registration and resending share the quota (threat 2). */
export async function tryConsumeCodeQuota(email: string): Promise<boolean> {
  await tryConsume(`code-wait|${email}`, 1, env.CODE_RESEND_SECONDS);
  return tryConsume(`code-mail|${email}`, env.LIMIT_CODE_MAILS_PER_HOUR, 3_600);
}

/**
 * Consumes one of the codes per hour for a resend request, whether or not the address is known. Also returns false within
 * CODE_RESEND_SECONDS of the last code.
 */
export async function tryConsumeResendQuota(email: string): Promise<boolean> {
  return (
    (await tryConsume(`code-wait|${email}`, 1, env.CODE_RESEND_SECONDS)) &&
    tryConsume(`code-mail|${email}`, env.LIMIT_CODE_MAILS_PER_HOUR, 3_600)
  );
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

export const wrongEmailCode = () =>
  wrongCode("That code is wrong or has expired. Check it or request a new one.");

const tooManyTries = () =>
  new AppError("RATE_LIMITED", "Too many attempts. Request a new code.", {
    retryAfter: env.CODE_RESEND_SECONDS,
  });

/** All networks together may make this many times as many attempts as one network: per code, and per account and hour. */
const ALL_NETWORKS = 4;
/** The same factor for the networks of one provider (/56, /48), so that no provider can use up the attempts of all networks. */
const LARGE_NETWORK = 2;

/**
 * Consumes one attempt and compares the code. Attempts are counted first and in separate transactions, so that parallel requests cannot
 * exceed a limit (threat 1). They are counted per network, once per code and once per account and hour, and then for all networks. The
 * limit of one network does not affect others, so a stranger elsewhere cannot use up a new user's attempts (threat 59). Returns the hash to
 * redeem in the caller's transaction. Throws INVALID_CODE, RATE_LIMITED.
 */
export async function checkCode(userId: string | null, code: string, client: Client): Promise<string> {
  const current = userId && (await db.emailCode.findUnique({ where: { userId } }));
  if (!current) throw wrongEmailCode();
  const tries = env.LIMIT_CODE_TRIES;
  const perHour = tries * env.LIMIT_CODE_MAILS_PER_HOUR;
  try {
    const key = `code-try|${current.codeHash}`;
    await consumePerNetwork(key, client, tries, CODE_MINUTES * 60, LARGE_NETWORK);
    await consumePerNetwork(`code-try|${userId}`, client, perHour, 3_600, LARGE_NETWORK);
  } catch (error) {
    throw error instanceof AppError && error.code === "RATE_LIMITED" ? tooManyTries() : error;
  }
  await consume(`code-try|${userId}`, perHour * ALL_NETWORKS, 3_600);
  const most = tries * ALL_NETWORKS;
  const rows = await db.$queryRaw<{ codeHash: string }[]>`
    UPDATE email_codes SET tries = tries + 1
    WHERE user_id = ${userId}::uuid AND tries < ${most} AND expires_at > now()
    RETURNING code_hash AS "codeHash"`;
  if (!rows[0]) {
    const spent = await db.emailCode.count({ where: { userId, tries: { gte: most } } });
    throw spent === 0 ? wrongEmailCode() : tooManyTries();
  }
  const expected = Buffer.from(rows[0].codeHash);
  const given = Buffer.from(hashCode(userId, code));
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw wrongEmailCode();
  return rows[0].codeHash;
}

/** Uses up a code. Of parallel requests, only one succeeds (threat 3); the others throw INVALID_CODE. */
export async function redeemCode(tx: Tx, userId: string, codeHash: string): Promise<void> {
  const used = await tx.emailCode.deleteMany({ where: { userId, codeHash } });
  if (used.count === 0) throw wrongEmailCode();
}
