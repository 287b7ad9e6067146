import "server-only";
import type * as z from "zod";
import type { Client } from "@/lib/client-info";
import { db, transaction } from "@/lib/db/client";
import { AppError, invalid } from "@/lib/errors";
import type { PasskeyProof, SecondStepDto } from "@/lib/users/passkey-schema";
import type { proofSchema } from "@/lib/users/schema";
import type { Viewer } from "@/lib/viewer";
import { checkPassword, type Account } from "./attempts";
import { passkeyRequest, redeemPasskey, rejectedPasskey } from "./passkeys";
import { recordSecurityEvent } from "./security-events";
import { redeemSecondFactor } from "./two-step";
import { lockVerified, type Verified } from "./verified";

const WRONG_PASSWORD = "That password is incorrect";

/**
 * Requires the user's password, even within a session. Attempts count towards the login limits.
 * Throws VALIDATION_FAILED at `field`, RATE_LIMITED.
 */
export async function requirePassword(
  viewer: Viewer,
  password: string,
  client: Client,
  field: string,
): Promise<Account> {
  const user = await db.user.findUnique({ where: { id: viewer.userId }, select: { email: true } });
  const account = user && (await checkPassword(user.email, password, client));
  if (account?.userId === viewer.userId) return account;
  throw invalid(field, WRONG_PASSWORD);
}

/** Returns the available second factors, for a response after a correct password or within a session. */
export async function getSecondStepOptions(
  userId: string,
  purpose: "login" | "step-up",
): Promise<SecondStepDto> {
  const [apps, passkey] = await Promise.all([
    db.twoStep.count({ where: { userId, confirmedAt: { not: null } } }),
    passkeyRequest(userId, purpose),
  ]);
  return {
    methods: [...(apps > 0 ? ["app" as const] : []), ...(passkey ? ["passkey" as const] : [])],
    passkey,
  };
}

/**
 * Requires a passkey or a code from a user with two-step login who has given the password.
 * Throws TWO_STEP_REQUIRED with the available methods if neither is given, INVALID_CODE, INVALID_PASSKEY, RATE_LIMITED.
 */
export async function requireSecondFactor(
  account: Verified,
  purpose: "login" | "step-up",
  { code, passkey }: { code?: string | undefined; passkey?: PasskeyProof | null | undefined },
  client: Client,
): Promise<void> {
  const { userId } = account;
  if (passkey) {
    const { credentialsVersion } = await redeemPasskey(userId, purpose, passkey, client);
    if (credentialsVersion !== account.credentialsVersion) throw rejectedPasskey();
    return;
  }
  if (code) return redeemSecondFactor(userId, code, client);
  const secondStep = await getSecondStepOptions(userId, purpose);
  const message = secondStep.methods.includes("app") ? undefined : "Use your passkey or a recovery code";
  throw new AppError("TWO_STEP_REQUIRED", message, { data: { ...secondStep } });
}

/** A proof of identity: a passkey, or the password plus, with two-step login, a code. */
export type Proof = z.output<typeof proofSchema>;

/**
 * Requires a current proof of the viewer's identity. A passkey alone is enough: it is something the user has, unlocked by a PIN or a
 * fingerprint. To rely on the proof, a transaction must call `lockVerified` with the returned value.
 * Throws VALIDATION_FAILED at `password`, TWO_STEP_REQUIRED without a second factor, INVALID_CODE, INVALID_PASSKEY, RATE_LIMITED.
 */
export async function requireProof(
  viewer: Viewer,
  { password, code, passkey }: Proof,
  client: Client,
): Promise<Verified> {
  if (passkey) return redeemPasskey(viewer.userId, "step-up", passkey, client);
  const account = await requirePassword(viewer, password ?? "", client, "password");
  if (account.twoStepSince) await requireSecondFactor(account, "step-up", { code }, client);
  return account;
}

/** Records a fresh proof of identity for this session (step-up). Throws as `requireProof` does. */
export async function stepUp(viewer: Viewer, proof: Proof, client: Client): Promise<void> {
  const { userId, sessionId } = viewer;
  const verified = await requireProof(viewer, proof, client);
  await transaction(async (tx) => {
    await lockVerified(tx, viewer, verified);
    await tx.session.update({ where: { id: sessionId }, data: { provedAt: new Date() } });
    await recordSecurityEvent(tx, userId, "step_up", client);
  });
}
