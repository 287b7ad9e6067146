import "server-only";
import { randomBytes } from "node:crypto";
import type { Client } from "@/lib/client-info";
import { db, type Tx } from "@/lib/db/client";
import { secretHash } from "./tokens";

/** A new value for the device cookie. */
export const newDevice = (): string => randomBytes(24).toString("base64url");

/** An id that no user has. */
const NO_USER = "00000000-0000-0000-0000-000000000000";

/** The hash of a device cookie under which it is known for this user. */
const hashDevice = (userId: string, device: string) => secretHash("device", `${userId}|${device}`);

/** The hash of a device cookie, the same for all users (threat 64). */
const hashBrowser = (device: string) => secretHash("browser", device);

/** Clients without cookies are recognised by network and user agent. */
const hashClient = (userId: string, { network, userAgent }: Client) =>
  secretHash("client", `${userId}|${network}|${userAgent}`);

/** Whether the user with this address has logged in with this device cookie. Takes the same time for unknown addresses (threat 6). */
export async function isKnownDevice(email: string, device: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true } });
  const userId = user?.id ?? NO_USER;
  const known = await db.knownDevice.count({ where: { userId, deviceHash: hashDevice(userId, device) } });
  return known > 0;
}

/** The maximum number of rows per user; a client without cookies is another device at each login. */
const MAX_DEVICES = 100;
/** The precision with which the last use is stored, in milliseconds. */
const USED_MS = 86_400_000;

/**
 * Stores that the user has logged in with this device. Parallel logins do not wait for each other's rows.
 * @returns whether the user is known on other devices only; the first device of an account is not new
 */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  client: Client,
  device: string,
): Promise<{ isNew: boolean }> {
  const devices = [
    { userId, deviceHash: hashDevice(userId, device), browserHash: hashBrowser(device) },
    { userId, deviceHash: hashClient(userId, client) },
  ];
  const hashes = devices.map(({ deviceHash }) => deviceHash);
  const known = await tx.knownDevice.findMany({
    where: { userId, deviceHash: { in: hashes } },
    select: { deviceHash: true, lastUsedAt: true },
    take: hashes.length,
  });
  const isFirst = known.length === 0 && !(await tx.knownDevice.findFirst({ where: { userId } }));
  if (known.length < devices.length) {
    await tx.knownDevice.createMany({ data: devices, skipDuplicates: true });
    await deleteOldest(tx, userId);
  }
  if (known.some(({ lastUsedAt }) => lastUsedAt.getTime() < Date.now() - USED_MS)) {
    await tx.$executeRaw`
      UPDATE known_devices SET last_used_at = now() WHERE user_id = ${userId}::uuid AND device_hash IN (
        SELECT device_hash FROM known_devices
        WHERE user_id = ${userId}::uuid AND device_hash = ANY (${hashes})
        FOR UPDATE SKIP LOCKED)`;
  }
  return { isNew: !isFirst && known.length === 0 };
}

const deleteOldest = (tx: Tx, userId: string) =>
  tx.$executeRaw`
    DELETE FROM known_devices WHERE user_id = ${userId}::uuid AND device_hash IN (
      SELECT device_hash FROM known_devices
      WHERE user_id = ${userId}::uuid AND device_hash IN (
        SELECT device_hash FROM known_devices WHERE user_id = ${userId}::uuid
        ORDER BY last_used_at DESC, device_hash OFFSET ${MAX_DEVICES})
      FOR UPDATE SKIP LOCKED)`;
