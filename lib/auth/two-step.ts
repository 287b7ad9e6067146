import "server-only";
import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { audit } from "@/lib/audit/audit";
import { db, transaction } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { withFailureLimit } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { blindIndex, openRowCipher } from "@/lib/pii/cipher";

/** The second step of a log-in: a code of an authenticator app (RFC 6238), or a recovery code for who has lost the app. */
const PERIOD_SECONDS = 30;
const WINDOW_SECONDS = 10 * 60;
const RECOVERY_CODES = 10;

/** The table whose name is bound into the cipher of a secret. */
export const TWO_STEP_TABLE = "two_steps";

/** The secret with the rules every authenticator app assumes: SHA-1, six digits, 30 seconds. */
export const totpOf = (secret: string, issuer?: string, label?: string): TOTP =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    period: PERIOD_SECONDS,
    ...(issuer && { issuer }),
    ...(label && { label }),
  });

/** A new secret of 160 bits, in the letters that people can type. */
export const newSecret = (): string => new Secret().base32;

/**
 * The step of 30 seconds that a code belongs to, if it is the present one or one beside it, for clocks that are not quite right;
 * otherwise null. Compared in constant time.
 */
export function findTotpStep(secret: string, code: string, now: number = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

/** Letters and digits that are not taken for one another (Crockford's base 32). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Ten codes of 50 bits, as they are shown: `7KQ2M-X4V9T`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)])
      .join("")
      .replace(/.{5}/, "$&-"),
  );

/** A code as it was meant, however it was typed or pasted. */
const plain = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

/** The fingerprint under which a recovery code of this person is kept. */
export const recoveryHash = (userId: string, typed: string): string => {
  const code = plain(typed).replace(/O/g, "0").replace(/[IL]/g, "1");
  return blindIndex("recoveryCode", `${userId}|${code}`);
};

const WRONG_CODE = "That code is wrong or has already been used";
export const wrongCode = (message: string) =>
  new AppError("INVALID_CODE", message, { errors: [{ path: "code", message }] });

/**
 * Runs a check of a code. Wrong ones are counted for the account, wherever they are tried; once they are spent there is a wait, which
 * ends no session. Throws INVALID_CODE, RATE_LIMITED.
 */
export async function withCodeLimit<T>(
  userId: string,
  check: () => Promise<T | null>,
  message = WRONG_CODE,
): Promise<T> {
  const limit = { key: `two-step|${userId}`, limit: env.LIMIT_CODE_TRIES, seconds: WINDOW_SECONDS };
  const found = await withFailureLimit([limit], async () => {
    const value = await check();
    return { ok: value !== null, value };
  });
  if (found === null) throw wrongCode(message);
  return found;
}

/**
 * Proves the second step and uses the code up: of many tries with one code, on however many servers, one succeeds.
 * Throws INVALID_CODE, RATE_LIMITED.
 */
export async function redeemSecondFactor(userId: string, typed: string): Promise<void> {
  const code = plain(typed);
  await withCodeLimit(userId, async () => {
    const used = /^\d{6}$/.test(code)
      ? await spendAppCode(userId, code)
      : await spendRecoveryCode(userId, code);
    return used || null;
  });
}

async function spendAppCode(userId: string, code: string): Promise<boolean> {
  const row = await db.twoStep.findFirst({ where: { userId, user: { twoStepSince: { not: null } } } });
  if (!row) return false;
  const { dataKey, secretCipher } = row;
  const secret = openRowCipher(TWO_STEP_TABLE, userId, dataKey).open("secret_cipher", secretCipher);
  const step = findTotpStep(secret, code);
  if (step === null) return false;
  const used = await db.twoStep.updateMany({
    // The secret that was read, and not its data key, which a rotation may have wrapped anew meanwhile.
    where: { userId, secretCipher, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return used.count === 1;
}

function spendRecoveryCode(userId: string, code: string): Promise<boolean> {
  const codeHash = recoveryHash(userId, code);
  return transaction(async (tx) => {
    const used = await tx.recoveryCode.updateMany({
      where: { userId, codeHash, usedAt: null, twoStep: { user: { twoStepSince: { not: null } } } },
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
