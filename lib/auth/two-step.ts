import "server-only";
import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { audit } from "@/lib/audit/audit";
import type { Client } from "@/lib/client-info";
import { db, transaction } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { withFailureLimit } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { blindIndex, openRowCipher } from "@/lib/pii/cipher";
import { normalizeNumber } from "@/lib/text";
import { recordFailure } from "./security-events";

/** Codes as the second factor of a login: a TOTP code (RFC 6238), or a recovery code if the app and the passkeys are lost. */
const PERIOD_SECONDS = 30;
const WINDOW_SECONDS = 10 * 60;
const RECOVERY_CODES = 10;

/** The table name that is bound into the ciphertext of a secret. */
export const TWO_STEP_TABLE = "two_steps";

/** Uses the defaults that every authenticator app supports: SHA-1, six digits, 30 seconds. */
export const totpOf = (secret: string, issuer?: string, label?: string): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, issuer, label });

/** Returns a new 160-bit secret in base 32. */
export const newSecret = (): string => new Secret().base32;

/**
 * Returns the time step of a code, if it is the current one or adjacent to it (clock skew); otherwise null. The codes are compared in
 * constant time.
 */
export function findTotpStep(secret: string, code: string, now: number = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

/** Crockford's base 32: letters and digits that cannot be confused with one another. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns ten codes of 50 bits, formatted for display: `7KQ2M-X4V9T`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)])
      .join("")
      .replace(/.{5}/, "$&-"),
  );

/** Normalizes a typed or pasted code. */
const plain = (typed: string): string =>
  normalizeNumber(typed)
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();

/** Returns the keyed hash under which a recovery code of this user is stored. */
export const recoveryHash = (userId: string, typed: string): string => {
  const code = plain(typed).replace(/O/g, "0").replace(/[IL]/g, "1");
  return blindIndex("recoveryCode", `${userId}|${code}`);
};

const WRONG_CODE = "That code is wrong or has already been used";
export const wrongCode = (message: string) =>
  new AppError("INVALID_CODE", message, { errors: [{ path: "code", message }] });

/**
 * Runs a second-factor check under the account's limit for wrong codes, which all forms share. Exceeding the limit ends no session.
 * Throws `rejected` (INVALID_CODE), RATE_LIMITED.
 */
export async function withCodeLimit<T>(
  userId: string,
  check: () => Promise<T | null>,
  rejected: () => AppError = () => wrongCode(WRONG_CODE),
): Promise<T> {
  const limit = { key: `two-step|${userId}`, limit: env.LIMIT_CODE_TRIES, seconds: WINDOW_SECONDS };
  const found = await withFailureLimit([limit], async () => {
    const value = await check();
    return { ok: value !== null, value };
  });
  if (found === null) throw rejected();
  return found;
}

/**
 * Verifies a code as the second factor and uses it up. Of parallel attempts with the same code, only one succeeds, on any number of
 * servers. Throws INVALID_CODE, RATE_LIMITED.
 */
export async function redeemSecondFactor(userId: string, typed: string, client: Client): Promise<void> {
  const code = plain(typed);
  await withCodeLimit(userId, async () => {
    const used = /^\d{6}$/.test(code)
      ? await redeemTotpCode(userId, code)
      : await redeemRecoveryCode(userId, code);
    if (!used) recordFailure(userId, "code_failed", client);
    return used || null;
  });
}

async function redeemTotpCode(userId: string, code: string): Promise<boolean> {
  const row = await db.twoStep.findFirst({ where: { userId, confirmedAt: { not: null } } });
  if (!row) return false;
  const { dataKey, secretCipher } = row;
  const secret = openRowCipher(TWO_STEP_TABLE, userId, dataKey).open("secret_cipher", secretCipher);
  const step = findTotpStep(secret, code);
  if (step === null) return false;
  const used = await db.twoStep.updateMany({
    // The condition compares the secret but not its data key, which a key rotation may have rewrapped in the meantime.
    where: { userId, secretCipher, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return used.count === 1;
}

function redeemRecoveryCode(userId: string, code: string): Promise<boolean> {
  const codeHash = recoveryHash(userId, code);
  return transaction(async (tx) => {
    const used = await tx.recoveryCode.updateMany({
      where: { userId, codeHash, usedAt: null, user: { twoStepSince: { not: null } } },
      data: { usedAt: new Date() },
    });
    if (used.count === 0) return false;
    const left = await tx.recoveryCode.count({ where: { userId, usedAt: null } });
    const user = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { email: true, name: true },
    });
    await enqueue(tx, { to: user.email, userId, template: "recoveryUsed", data: { name: user.name, left } });
    await audit(tx, { actorId: userId, action: "two_step.recovery_used", targetId: userId, data: { left } });
    return true;
  });
}
