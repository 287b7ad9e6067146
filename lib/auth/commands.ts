import "server-only";
import { audit } from "@/lib/audit/audit";
import { checkPassword } from "@/lib/auth/attempts";
import { newDevice, rememberDevice } from "@/lib/auth/devices";
import {
  checkCode,
  tryConsumeCodeQuota,
  redeemCode,
  issueCode,
  wrongEmailCode,
  tryConsumeResendQuota,
} from "@/lib/auth/codes";
import { requestEmail } from "@/lib/auth/email-requests";
import { hashPassword, passwordMatches, rejectCommonPassword } from "@/lib/auth/passwords";
import { createResetToken } from "@/lib/auth/reset-token";
import { createSession, type SessionPointer } from "@/lib/auth/sessions";
import { recordSecurityEvent } from "@/lib/auth/security-events";
import { requireSecondFactor } from "@/lib/auth/step-up";
import { parseUserAgent } from "@/lib/auth/user-agent";
import { holdVerified } from "@/lib/auth/verified";
import type { Client } from "@/lib/client-info";
import { db, lockUsers, transaction, type Tx } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { consumePerNetwork } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import type * as z from "zod";
import type { UserDto } from "../users/dto";
import { getCurrentUser } from "../users/queries";
import type { loginSchema, registerSchema, verifyEmailSchema } from "../users/schema";

/** Registration, email verification and login (product 7.1, 10.3). */

export interface SignedIn {
  user: UserDto;
  session: SessionPointer;
  /** The device cookie to set. */
  device: string;
}

/**
 * Creates an account and emails a code. A registered but unverified address gets a fresh code within the hourly quota and keeps its
 * password until it is verified. Throws EMAIL_TAKEN for a verified address, RATE_LIMITED, VALIDATION_FAILED for a common password.
 */
export async function register(input: z.output<typeof registerSchema>, client: Client): Promise<UserDto> {
  await consumePerNetwork("register", client, env.LIMIT_REGISTRATIONS_PER_HOUR, 3_600);
  rejectCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  const { name, email, phone } = input;

  const existing = await db.user.findUnique({ where: { email }, select: { emailVerifiedAt: true } });
  if (existing?.emailVerifiedAt) throw new AppError("EMAIL_TAKEN");
  const mayMail = await tryConsumeCodeQuota(email);

  const create = () =>
    transaction(async (tx) => {
      const user = await tx.user.create({ data: { name, email, phone, passwordHash } });
      if (mayMail) await issueCode(tx, user);
      return getCurrentUser(user.id, tx);
    });
  try {
    if (!existing) return await create();
  } catch (error) {
    // A parallel request has created the account.
    if (!isUniqueViolation(error)) throw error;
  }
  return registerAgain(input, mayMail);
}

async function registerAgain(
  { name, email, phone, password }: z.output<typeof registerSchema>,
  mayMail: boolean,
): Promise<UserDto> {
  const before = await db.user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true, emailVerifiedAt: true },
  });
  if (!before || before.emailVerifiedAt) throw new AppError("EMAIL_TAKEN");
  const same = await passwordMatches(before.passwordHash, password);
  return transaction(async (tx) => {
    const changed = await tx.user.updateMany({
      where: { id: before.id, emailVerifiedAt: null },
      // A new registration renews `createdAt`; otherwise the account could be deleted as expired before the code arrives.
      data: { name, phone, createdAt: new Date(), ...(same ? {} : { passwordContested: true }) },
    });
    if (changed.count === 0) throw new AppError("EMAIL_TAKEN");
    if (mayMail) await issueCode(tx, { id: before.id, email });
    return getCurrentUser(before.id, tx);
  });
}

/**
 * Emails a new code to an unverified address, within its quota. The response is the same for all other addresses and beyond the quota, so
 * it does not reveal a new registration (threat 66). Throws RATE_LIMITED for a network with too many requests.
 */
export async function resendCode(email: string, client: Client): Promise<void> {
  await consumePerNetwork("resend", client, env.LIMIT_REGISTRATIONS_PER_HOUR, 3_600);
  if (!(await tryConsumeResendQuota(email))) return;
  await requestEmail("code", email);
}

/**
 * Verifies an email address and logs the user in. If the address was registered again with another password, neither password is valid: the
 * owner chooses one with `passwordResetToken`, so that a stranger cannot set it in advance (product 10.9).
 * Throws INVALID_CODE, RATE_LIMITED after too many attempts.
 */
export async function verifyEmail(
  { email, code }: z.output<typeof verifyEmailSchema>,
  client: Client,
): Promise<SignedIn & { passwordResetToken?: string }> {
  const found = await db.user.findUnique({
    where: { email },
    select: { id: true, emailVerifiedAt: true, passwordContested: true, twoStepSince: true },
  });
  // The code logs in without a password, so it is accepted only for new accounts and never bypasses the second factor.
  const isPending = found && !found.emailVerifiedAt && !found.twoStepSince;
  const codeHash = await checkCode(isPending ? found.id : null, code, client);
  const userId = found!.id;

  return transaction(async (tx) => {
    await lockUsers(tx, userId);
    await redeemCode(tx, userId, codeHash);
    const [user] = await tx.user.updateManyAndReturn({
      where: { id: userId, emailVerifiedAt: null, twoStepSince: null },
      data: { emailVerifiedAt: new Date() },
      select: { passwordContested: true },
    });
    if (!user) throw wrongEmailCode();
    let passwordResetToken: string | undefined;
    if (user.passwordContested) {
      await tx.user.update({ where: { id: userId }, data: { passwordHash: null, passwordContested: false } });
      passwordResetToken = (await createResetToken(tx, userId)).token;
    }
    const opened = await openSession(tx, userId, client);
    await audit(tx, { actorId: userId, action: "user.registered", targetId: userId });
    return { ...opened, passwordResetToken };
  });
}

/**
 * Checks the password and, if two-step login is on, the second factor, and opens a session. Used by POST /auth/login and next-auth's
 * credentials provider. Throws INVALID_CREDENTIALS for unknown addresses and wrong passwords alike, EMAIL_NOT_VERIFIED, RATE_LIMITED, and,
 * only after a correct password, TWO_STEP_REQUIRED, INVALID_CODE or INVALID_PASSKEY.
 */
export async function login(
  { email, password, code, passkey }: z.output<typeof loginSchema>,
  client: Client,
): Promise<SignedIn> {
  const account = await checkPassword(email, password, client);
  if (!account) throw new AppError("INVALID_CREDENTIALS");
  if (!account.emailVerifiedAt) throw new AppError("EMAIL_NOT_VERIFIED");
  if (account.twoStepSince) await requireSecondFactor(account, "login", { code, passkey }, client);
  return transaction(async (tx) => {
    await holdVerified(tx, account);
    return openSession(tx, account.userId, client);
  });
}

/** Opens a session, records the login, and notifies the user by email if the device is new (threat 53). */
async function openSession(tx: Tx, userId: string, client: Client): Promise<SignedIn> {
  const device = client.device ?? newDevice();
  const session = await createSession(tx, userId, client.userAgent);
  await recordSecurityEvent(tx, userId, "login", client);
  const { isNew } = await rememberDevice(tx, userId, client, device);
  const user = await getCurrentUser(userId, tx);
  if (isNew) {
    await recordSecurityEvent(tx, userId, "new_device", client);
    const data = {
      name: user.name,
      device: parseUserAgent(client.userAgent).name,
      at: new Date().toISOString(),
    };
    await enqueue(tx, { to: user.email, userId, template: "newDevice", data });
  }
  return { user, session, device };
}
