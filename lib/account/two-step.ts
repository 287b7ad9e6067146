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
import type { Client } from "@/lib/client-info";
import { db, lockUsers, transaction, type Tx } from "@/lib/db/client";
import { AppError, notFound } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import type { TemplateName } from "@/lib/mail/templates";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { requirePassword } from "./commands";
import type { TwoStepDto, TwoStepSetup } from "./dto";
import type { proofSchema } from "./schema";

/** Switching two-step sign-in on and off (ADR 12). Each change asks for the password, and for a code once it is on; the owner is told
 * by mail. */

/** A secret that was shown and not proved is worth nothing after this. */
const SETUP_MINUTES = 15;
const WRONG_FIRST_CODE = "That code is wrong. Enter the code your app shows now.";

/** Where the viewer's two-step sign-in stands. */
export async function getTwoStepStatus({ userId }: Viewer): Promise<TwoStepDto> {
  const [user, codesLeft] = await Promise.all([
    db.user.findUnique({ where: { id: userId }, select: { twoStepSince: true } }),
    db.recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  return { since: user?.twoStepSince?.toISOString() ?? null, codesLeft };
}

/**
 * Makes a new secret for the viewer's app and shows it; nothing is on yet. An earlier one that was not proved is worthless from now on.
 * Throws VALIDATION_FAILED at `password`, CONFLICT when it is on already, RATE_LIMITED.
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
    const user = await lockedUser(tx, userId);
    if (user.twoStepSince) throw new AppError("CONFLICT", "Two-step login is already on");
    await tx.twoStep.upsert({ where: { userId }, create: { userId, ...row }, update: row });
    return user;
  });
  const uri = totpOf(secret, brand.name, email).toString();
  return { secret, uri, picture: picture(uri) };
}

/**
 * Switches two-step sign-in on with a code of the app that was just set up. Answers the recovery codes, which are not kept in a form
 * that could be shown again. Every other session ends: whoever opened one with the password alone is out.
 * Throws INVALID_CODE, CONFLICT when there is nothing to prove, RATE_LIMITED.
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
    const user = await lockedUser(tx, userId);
    if (user.twoStepSince) throw new AppError("CONFLICT", "Two-step login is already on");
    // The very code that proves the app is used up by it.
    const proved = await tx.twoStep.updateMany({ where: { userId, secretCipher }, data: { lastStep: step } });
    if (proved.count === 0) throw wrongCode(WRONG_FIRST_CODE);
    await tx.user.update({ where: { id: userId }, data: { twoStepSince: new Date() } });
    const codes = await freshRecoveryCodes(tx, userId);
    await endAllSessions(tx, userId, "revoked", sessionId);
    await tell(tx, userId, user, "twoStepOn", "two_step.enabled");
    return codes;
  });
}

/**
 * Switches two-step sign-in off. Throws VALIDATION_FAILED at `password`, INVALID_CODE, CONFLICT when it is off already, RATE_LIMITED.
 */
export async function disableTwoStep(viewer: Viewer, proof: Proof, client: Client): Promise<void> {
  await requireProof(viewer, proof, client);
  await endTwoStep(viewer.userId, viewer.userId);
}

/**
 * Ends two-step sign-in without asking for anything: the person has proved themselves, or whoever runs the server did so for somebody
 * who lost both app and codes (`actorId` null). Throws CONFLICT when it is off already.
 */
export async function endTwoStep(userId: string, actorId: string | null): Promise<void> {
  await transaction(async (tx) => {
    const user = await lockedUser(tx, userId);
    if (!user.twoStepSince) throw isOff();
    await tx.user.update({ where: { id: userId }, data: { twoStepSince: null } });
    await tx.twoStep.deleteMany({ where: { userId } });
    await tell(tx, userId, user, "twoStepOff", "two_step.disabled", actorId);
  });
}

/**
 * Replaces every recovery code, used or not. Throws VALIDATION_FAILED at `password`, INVALID_CODE, CONFLICT when two-step sign-in is off,
 * RATE_LIMITED.
 */
export async function renewRecoveryCodes(viewer: Viewer, proof: Proof, client: Client): Promise<string[]> {
  const { userId } = viewer;
  await requireProof(viewer, proof, client);
  return transaction(async (tx) => {
    const user = await lockedUser(tx, userId);
    if (!user.twoStepSince) throw isOff();
    const codes = await freshRecoveryCodes(tx, userId);
    await tell(tx, userId, user, "recoveryCodesRenewed", "two_step.codes_renewed");
    return codes;
  });
}

const isOff = () => new AppError("CONFLICT", "Two-step login is already off");

/** What weakens the second step asks for both: a password alone would otherwise be enough to get rid of it in the end. */
type Proof = z.output<typeof proofSchema>;

async function requireProof(viewer: Viewer, { password, code }: Proof, client: Client): Promise<void> {
  const { userId } = viewer;
  await requirePassword(viewer, password, client, "password");
  const on = await db.user.count({ where: { id: userId, twoStepSince: { not: null } } });
  if (on === 0) throw isOff();
  await redeemSecondFactor(userId, code);
}

async function lockedUser(tx: Tx, userId: string) {
  await lockUsers(tx, userId);
  const user = await tx.user.findUnique({
    where: { id: userId },
    select: { email: true, name: true, twoStepSince: true },
  });
  if (!user) throw notFound();
  return user;
}

async function freshRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: recoveryHash(userId, code) })),
  });
  return codes;
}

async function tell(
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

/** A QR code, row by row; the page draws it, so that no picture has to be loaded. */
const picture = (text: string): string[] =>
  encode(text, { border: 4 }).data.map((row) => row.map(Number).join(""));
