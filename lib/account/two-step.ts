import "server-only";
import { encode } from "uqr";
import type * as z from "zod";
import { audit, type AuditAction } from "@/lib/audit/audit";
import { endAllSessions } from "@/lib/auth/sessions";
import type { Viewer } from "@/lib/viewer";
import {
  TWO_STEP_TABLE,
  withCodeLimit,
  newRecoveryCodes,
  newSecret,
  recoveryHash,
  findTotpStep,
  totpOf,
  redeemSecondFactor,
  wrongCode,
} from "@/lib/auth/two-step";
import { brand } from "@/lib/brand";
import { requirePassword } from "@/lib/auth/step-up";
import type { Client } from "@/lib/client-info";
import { db, lockUsers, transaction, type Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import type { TemplateName } from "@/lib/mail/templates";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import type { TwoStepDto, TwoStepSetup } from "./dto";
import type { proofSchema } from "./schema";

/**
 * Turning two-step login on and off (ADR 12). Each change requires the password, and a code if it is on; the user is notified by
 * email.
 */

/** A setup that is not confirmed expires after this time. */
const SETUP_MINUTES = 15;
const WRONG_FIRST_CODE = "That code is wrong. Enter the code your app shows now.";

/** The viewer's two-step login status. */
export async function getTwoStepStatus({ userId }: Viewer): Promise<TwoStepDto> {
  const [user, codesLeft] = await Promise.all([
    db.user.findUnique({ where: { id: userId }, select: { twoStepSince: true } }),
    db.recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  return { since: user?.twoStepSince?.toISOString() ?? null, codesLeft };
}

/**
 * Creates and returns a new secret for the viewer's app, replacing an unconfirmed one. Two-step login stays off until
 * `enableTwoStep`.
 * Throws VALIDATION_FAILED at `password`, CONFLICT if it is already on, RATE_LIMITED.
 */
export async function startTwoStepSetup(
  viewer: Viewer,
  password: string,
  client: Client,
): Promise<TwoStepSetup> {
  await requirePassword(viewer, password, client, "password");
  const { userId } = viewer;
  const secret = newSecret();
  const cipher = newRowCipher(TWO_STEP_TABLE, userId);
  const row = {
    dataKey: cipher.dataKey,
    secretCipher: cipher.seal("secret_cipher", secret),
    lastStep: 0,
    createdAt: new Date(),
  };
  const { email } = await transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user.twoStepSince) throw new AppError("CONFLICT", "Two-step login is already on");
    await tx.twoStep.upsert({ where: { userId }, create: { userId, ...row }, update: row });
    return user;
  });
  const uri = totpOf(secret, brand.name, email).toString();
  return { secret, uri, picture: qrCodeRows(uri) };
}

/**
 * Turns two-step login on with a code of the new app. Returns the recovery codes, which are stored only as hashes. Ends all other
 * sessions, because they were opened with the password alone.
 * Throws INVALID_CODE, CONFLICT without an unconfirmed setup, RATE_LIMITED.
 */
export async function enableTwoStep({ userId, sessionId }: Viewer, code: string): Promise<string[]> {
  const setup = await db.twoStep.findFirst({
    where: {
      userId,
      user: { twoStepSince: null },
      createdAt: { gt: new Date(Date.now() - SETUP_MINUTES * 60_000) },
    },
  });
  if (!setup) throw new AppError("CONFLICT", "This setup has expired. Close this window and start again.");
  const { dataKey, secretCipher } = setup;
  const secret = openRowCipher(TWO_STEP_TABLE, userId, dataKey).open("secret_cipher", secretCipher);
  const step = await withCodeLimit(
    userId,
    () => Promise.resolve(findTotpStep(secret, code)),
    WRONG_FIRST_CODE,
  );

  return transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user.twoStepSince) throw new AppError("CONFLICT", "Two-step login is already on");
    // Confirming the app uses up this code.
    const confirmed = await tx.twoStep.updateMany({
      where: { userId, secretCipher },
      data: { lastStep: step },
    });
    if (confirmed.count === 0) throw wrongCode(WRONG_FIRST_CODE);
    await tx.user.update({ where: { id: userId }, data: { twoStepSince: new Date() } });
    const codes = await replaceRecoveryCodes(tx, userId);
    await endAllSessions(tx, userId, "revoked", sessionId);
    await notifyAndAudit(tx, userId, user, "twoStepOn", "two_step.enabled");
    return codes;
  });
}

/**
 * Turns two-step login off.
 * Throws VALIDATION_FAILED at `password`, INVALID_CODE, CONFLICT if it is already off, RATE_LIMITED.
 */
export async function disableTwoStep(viewer: Viewer, proof: Proof, client: Client): Promise<void> {
  await requireProof(viewer, proof, client);
  await endTwoStep(viewer.userId, viewer.userId);
}

/**
 * Turns two-step login off without any check. The caller has verified the user, or the operator did so offline for a user who lost
 * both app and recovery codes (`actorId` null). Throws CONFLICT if it is already off.
 */
export async function endTwoStep(userId: string, actorId: string | null): Promise<void> {
  await transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user.twoStepSince) throw alreadyOff();
    await tx.user.update({ where: { id: userId }, data: { twoStepSince: null } });
    await tx.twoStep.deleteMany({ where: { userId } });
    await notifyAndAudit(tx, userId, user, "twoStepOff", "two_step.disabled", actorId);
  });
}

/**
 * Replaces all recovery codes, used and unused.
 * Throws VALIDATION_FAILED at `password`, INVALID_CODE, CONFLICT if two-step login is off, RATE_LIMITED.
 */
export async function renewRecoveryCodes(viewer: Viewer, proof: Proof, client: Client): Promise<string[]> {
  const { userId } = viewer;
  await requireProof(viewer, proof, client);
  return transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user.twoStepSince) throw alreadyOff();
    const codes = await replaceRecoveryCodes(tx, userId);
    await notifyAndAudit(tx, userId, user, "recoveryCodesRenewed", "two_step.codes_renewed");
    return codes;
  });
}

const alreadyOff = () => new AppError("CONFLICT", "Two-step login is already off");

/** Weakening the second factor requires both, otherwise the password alone would be enough to remove it. */
type Proof = z.output<typeof proofSchema>;

async function requireProof(viewer: Viewer, { password, code }: Proof, client: Client): Promise<void> {
  const { userId } = viewer;
  await requirePassword(viewer, password, client, "password");
  const on = await db.user.count({ where: { id: userId, twoStepSince: { not: null } } });
  if (on === 0) throw alreadyOff();
  await redeemSecondFactor(userId, code, client);
}

async function lockUser(tx: Tx, userId: string) {
  await lockUsers(tx, userId);
  const user = await tx.user.findUnique({
    where: { id: userId },
    select: { email: true, name: true, twoStepSince: true },
  });
  if (!user) throw notFound();
  return user;
}

async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: recoveryHash(userId, code) })),
  });
  return codes;
}

async function notifyAndAudit(
  tx: Tx,
  userId: string,
  { email, name }: { email: string; name: string },
  template: Extract<TemplateName, "twoStepOn" | "twoStepOff" | "recoveryCodesRenewed">,
  action: AuditAction,
  actorId: string | null = userId,
): Promise<void> {
  await enqueue(tx, { to: email, userId, template, data: { name } });
  await audit(tx, { actorId, action, targetId: userId });
}

/** A QR code as rows of 0 and 1. The page draws it, so no image has to be loaded. */
const qrCodeRows = (text: string): string[] =>
  encode(text, { border: 4 }).data.map((row) => row.map(Number).join(""));
