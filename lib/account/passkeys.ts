import "server-only";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { passkeyCreationOptions, verifyNewPasskey } from "@/lib/auth/passkeys";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { recordSecurityEvent } from "@/lib/auth/security-events";
import { requireProof, type Proof } from "@/lib/auth/step-up";
import { parseUserAgent } from "@/lib/auth/user-agent";
import { endEarlierProofs } from "@/lib/auth/verified";
import type { Client } from "@/lib/client-info";
import { db, transaction } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError, notFound } from "@/lib/errors";
import { enqueue } from "@/lib/mail/outbox";
import type { NewPasskey } from "@/lib/users/passkey-schema";
import type { Viewer } from "@/lib/viewer";
import type { removePasskeySchema } from "./schema";
import { addFactor, lockOwner, turnOff } from "./two-step";

/** Adding and removing passkeys (ADR 12). */
const MAX_PASSKEYS = 10;

const tooMany = () =>
  new AppError("CONFLICT", `You already have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`);

/**
 * Returns the argument of `navigator.credentials.create()`. Its challenge is the proof that `addPasskey` requires.
 * Throws as `requireProof` does, CONFLICT if the viewer has ten passkeys, RECENTLY_RESET.
 */
export async function startPasskeySetup(viewer: Viewer, proof: Proof, client: Client) {
  await requireNoRecentReset(viewer.userId);
  const verified = await requireProof(viewer, proof, client);
  const { _count, ...user } = await db.user.findUniqueOrThrow({
    where: { id: viewer.userId },
    select: { id: true, email: true, name: true, _count: { select: { passkeys: true } } },
  });
  if (_count.passkeys >= MAX_PASSKEYS) throw tooMany();
  return passkeyCreationOptions(user, verified);
}

/**
 * Stores a new passkey. Returns the recovery codes as `addFactor` does.
 * Throws INVALID_PASSKEY, CONFLICT if it already exists or the viewer has ten, RECENTLY_RESET.
 */
export async function addPasskey(viewer: Viewer, given: NewPasskey, client: Client): Promise<string[]> {
  const { userId, sessionId } = viewer;
  const { verified, passkey } = await verifyNewPasskey(userId, given);
  const name = parseUserAgent(client.userAgent).name;
  try {
    return await transaction(async (tx) => {
      const user = await lockOwner(tx, viewer, verified);
      await requireNoRecentReset(userId, tx);
      if ((await tx.passkey.count({ where: { userId } })) >= MAX_PASSKEYS) throw tooMany();
      const { id } = await tx.passkey.create({ data: { userId, name, ...passkey } });
      const codes = await addFactor(tx, user, sessionId);
      await enqueue(tx, {
        to: user.email,
        userId,
        ...(codes.length > 0
          ? { template: "twoStepOn", data: { name: user.name, factor: "passkey" } }
          : { template: "passkeyAdded", data: { name: user.name, passkey: name } }),
      });
      await recordSecurityEvent(tx, userId, "passkey_added", client);
      if (codes.length > 0)
        await audit(tx, { actorId: userId, action: "two_step.enabled", targetId: userId });
      await audit(tx, {
        actorId: userId,
        action: "passkey.added",
        targetId: userId,
        data: { passkeyId: id },
      });
      return codes;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("CONFLICT", "This passkey has already been added");
    throw error;
  }
}

/**
 * Removes a passkey of the viewer; the last factor turns two-step login off.
 * Throws as `requireProof` does, and NOT_FOUND.
 */
export async function removePasskey(
  viewer: Viewer,
  { passkeyId, proof }: z.output<typeof removePasskeySchema>,
  client: Client,
): Promise<void> {
  const verified = await requireProof(viewer, proof, client);
  const { userId } = viewer;
  await transaction(async (tx) => {
    const user = await lockOwner(tx, viewer, verified);
    const passkey = await tx.passkey.findFirst({ where: { id: passkeyId, userId }, select: { name: true } });
    if (!passkey) throw notFound("This passkey has already been removed");
    await tx.passkey.delete({ where: { id: passkeyId } });
    await endEarlierProofs(tx, userId);
    const left =
      (await tx.passkey.count({ where: { userId } })) +
      (await tx.twoStep.count({ where: { userId, confirmedAt: { not: null } } }));
    await recordSecurityEvent(tx, userId, "passkey_removed", client);
    if (left > 0) {
      const data = { name: user.name, passkey: passkey.name };
      await enqueue(tx, { to: user.email, userId, template: "passkeyRemoved", data });
    }
    await audit(tx, { actorId: userId, action: "passkey.removed", targetId: userId, data: { passkeyId } });
    if (left === 0) await turnOff(tx, user, userId);
  });
}
