import "server-only";
import { encode } from "uqr";
import { audit, type AuditAction } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
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
  wrongCode,
} from "@/lib/auth/two-step";
import { brand } from "@/lib/brand";
import { requireProof, type Proof } from "@/lib/auth/step-up";
import { endEarlierProofs, lockVerified, type Verified } from "@/lib/auth/verified";
import type { Client } from "@/lib/client-info";
import { db, lockUsers, transaction, type Tx } from "@/lib/db/client";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError, notFound } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import type { TwoStepDto, TwoStepSetup } from "./dto";

/**
 * Turns two-step login on and off (ADR 12). Two-step login is on while the user has an authenticator app or a passkey (passkeys.ts). Each
 * change requires a proof of identity, including the second factor if it is on; the user is notified by email.
 */

/** An unconfirmed setup expires after this time. */
const SETUP_MINUTES = 15;
const wrongFirstCode = () => wrongCode("That code is wrong. Enter the code your app shows now.");

/** Returns the viewer's two-step login status. */
export async function getTwoStepStatus({ userId }: Viewer): Promise<TwoStepDto> {
  const [user, codesLeft] = await Promise.all([
    db.user.findUnique({
      where: { id: userId },
      select: { twoStepSince: true, twoStep: true, passkeys: { orderBy: { createdAt: "asc" } } },
    }),
    db.recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  return {
    since: user?.twoStepSince?.toISOString() ?? null,
    codesLeft,
    hasApp: Boolean(user?.twoStep?.confirmedAt),
    passkeys: (user?.passkeys ?? []).map(({ id, name, createdAt, lastUsedAt }) => ({
      _id: id,
      name,
      addedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Creates and returns a new secret for the viewer's app, replacing an unconfirmed one. It takes effect with `enableTwoStep`.
 * Throws as `requireProof` does, CONFLICT if there is a confirmed app, RECENTLY_RESET.
 */
export async function startTwoStepSetup(viewer: Viewer, proof: Proof, client: Client): Promise<TwoStepSetup> {
  const { userId } = viewer;
  if (await hasConfirmedApp(db, userId)) throw alreadyOn();
  await requireNoRecentReset(userId);
  const verified = await requireProof(viewer, proof, client);
  const secret = newSecret();
  const cipher = newRowCipher(TWO_STEP_TABLE, userId);
  const row = {
    dataKey: cipher.dataKey,
    secretCipher: cipher.seal("secret_cipher", secret),
    lastStep: 0,
    createdAt: new Date(),
    confirmedAt: null,
  };
  const { email } = await transaction(async (tx) => {
    const user = await lockOwner(tx, viewer, verified);
    if (await hasConfirmedApp(tx, userId)) throw alreadyOn();
    await tx.twoStep.upsert({ where: { userId }, create: { userId, ...row }, update: row });
    return user;
  });
  const uri = totpOf(secret, brand.name, email).toString();
  return { secret, uri, picture: qrCodeRows(uri) };
}

/**
 * Confirms the new app with its code. Returns the recovery codes as `addFactor` does.
 * Throws INVALID_CODE, CONFLICT without an unconfirmed setup, RATE_LIMITED, RECENTLY_RESET.
 */
export async function enableTwoStep(viewer: Viewer, code: string): Promise<string[]> {
  const { userId, sessionId } = viewer;
  const setup = await db.twoStep.findFirst({
    where: {
      userId,
      confirmedAt: null,
      createdAt: { gt: new Date(Date.now() - SETUP_MINUTES * 60_000) },
    },
  });
  if (!setup) throw new AppError("CONFLICT", "This setup has expired. Close this window and start again.");
  const { dataKey, secretCipher } = setup;
  const secret = openRowCipher(TWO_STEP_TABLE, userId, dataKey).open("secret_cipher", secretCipher);
  const step = await withCodeLimit(userId, () => Promise.resolve(findTotpStep(secret, code)), wrongFirstCode);

  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const user = await findOwner(tx, userId);
    await requireNoRecentReset(userId, tx);
    if (await hasConfirmedApp(tx, userId)) throw alreadyOn();
    // Confirming the app uses up this code.
    const confirmed = await tx.twoStep.updateMany({
      where: { userId, secretCipher },
      data: { lastStep: step, confirmedAt: new Date() },
    });
    if (confirmed.count === 0) throw wrongFirstCode();
    const codes = await addFactor(tx, user, sessionId);
    const isFirst = codes.length > 0;
    await enqueue(tx, {
      to: user.email,
      userId,
      ...(isFirst
        ? { template: "twoStepOn", data: { name: user.name, factor: "app" } }
        : { template: "appAdded", data: { name: user.name } }),
    });
    await record(tx, userId, isFirst ? "two_step.enabled" : "two_step.app_added");
    return codes;
  });
}

/**
 * Turns two-step login on if the caller is adding the first factor: ends all other sessions, because they were opened with the password
 * alone, and returns the recovery codes, which are stored only as hashes. Returns no codes if it was already on.
 */
export async function addFactor(tx: Tx, user: LockedUser, sessionId: string): Promise<string[]> {
  if (user.twoStepSince) return [];
  await tx.user.update({ where: { id: user.id }, data: { twoStepSince: new Date() } });
  const codes = await replaceRecoveryCodes(tx, user.id);
  await endAllSessions(tx, user.id, "revoked", sessionId);
  return codes;
}

/**
 * Turns two-step login off: removes the app, all passkeys and the recovery codes.
 * Throws as `requireProof` does, and CONFLICT if it is already off.
 */
export async function disableTwoStep(viewer: Viewer, proof: Proof, client: Client): Promise<void> {
  const verified = await requireProof(viewer, proof, client);
  await transaction(async (tx) => turnOff(tx, await lockOwner(tx, viewer, verified), viewer.userId));
}

/**
 * Removes the authenticator app of a viewer who has a passkey, e.g. because the phone is lost.
 * Throws as `requireProof` does, and CONFLICT without an app or without a passkey.
 */
export async function removeApp(viewer: Viewer, proof: Proof, client: Client): Promise<void> {
  const verified = await requireProof(viewer, proof, client);
  const { userId } = viewer;
  await transaction(async (tx) => {
    const { email, name } = await lockOwner(tx, viewer, verified);
    if ((await tx.passkey.count({ where: { userId } })) === 0)
      throw new AppError("CONFLICT", "The app is your only second step. Turn two-step login off instead.");
    const { count } = await tx.twoStep.deleteMany({ where: { userId, confirmedAt: { not: null } } });
    if (count === 0) throw new AppError("CONFLICT", "The app has already been removed");
    await endEarlierProofs(tx, userId);
    await enqueue(tx, { to: email, userId, template: "appRemoved", data: { name } });
    await record(tx, userId, "two_step.app_removed");
  });
}

/**
 * Turns two-step login off without any check, for the operator, who has verified offline the identity of a user who lost all factors.
 * Throws CONFLICT if it is already off.
 */
export async function endTwoStep(userId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockUsers(tx, userId);
    await turnOff(tx, await findOwner(tx, userId), null);
  });
}

/** Removes all factors and recovery codes, and notifies the user. Throws CONFLICT if two-step login is already off. */
export async function turnOff(
  tx: Tx,
  { id: userId, email, name, twoStepSince }: LockedUser,
  actorId: string | null,
): Promise<void> {
  if (!twoStepSince) throw alreadyOff();
  await endEarlierProofs(tx, userId);
  await tx.user.update({ where: { id: userId }, data: { twoStepSince: null } });
  await tx.twoStep.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  const { count: passkeys } = await tx.passkey.deleteMany({ where: { userId } });
  await enqueue(tx, { to: email, userId, template: "twoStepOff", data: { name } });
  await audit(tx, { actorId, action: "two_step.disabled", targetId: userId, data: { passkeys } });
}

/**
 * Replaces all recovery codes, used and unused.
 * Throws as `requireProof` does, and CONFLICT if two-step login is off.
 */
export async function renewRecoveryCodes(viewer: Viewer, proof: Proof, client: Client): Promise<string[]> {
  const { userId } = viewer;
  const verified = await requireProof(viewer, proof, client);
  return transaction(async (tx) => {
    const user = await lockOwner(tx, viewer, verified);
    if (!user.twoStepSince) throw alreadyOff();
    await endEarlierProofs(tx, userId);
    const codes = await replaceRecoveryCodes(tx, userId);
    await enqueue(tx, {
      to: user.email,
      userId,
      template: "recoveryCodesRenewed",
      data: { name: user.name },
    });
    await record(tx, userId, "two_step.codes_renewed");
    return codes;
  });
}

const alreadyOff = () => new AppError("CONFLICT", "Two-step login is already off");

const alreadyOn = () => new AppError("CONFLICT", "You already have an authenticator app");

const hasConfirmedApp = async (tx: Tx | typeof db, userId: string): Promise<boolean> =>
  (await tx.twoStep.count({ where: { userId, confirmedAt: { not: null } } })) > 0;

export type LockedUser = Awaited<ReturnType<typeof findOwner>>;

/** Locks the viewer's row, so that changes to the factors are serialized. Throws as `lockVerified` does. */
export async function lockOwner(tx: Tx, viewer: Viewer, verified: Verified): Promise<LockedUser> {
  await lockVerified(tx, viewer, verified);
  return findOwner(tx, viewer.userId);
}

async function findOwner(tx: Tx, userId: string) {
  const user = await tx.user.findUnique({
    where: { id: userId },
    select: { id: true, email: true, name: true, twoStepSince: true },
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

const record = (tx: Tx, userId: string, action: AuditAction) =>
  audit(tx, { actorId: userId, action, targetId: userId });

/** Returns a QR code as rows of 0 and 1. The page draws it, so no image needs to be loaded. */
const qrCodeRows = (text: string): string[] =>
  encode(text, { border: 4 }).data.map((row) => row.map(Number).join(""));
