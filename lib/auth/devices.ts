import "server-only";
import { randomBytes } from "node:crypto";
import type { Client } from "@/lib/client-info";
import { db, type Tx } from "@/lib/db/client";
import { secretHash } from "./tokens";

/** A new value for the device cookie. */
export const newDevice = (): string => randomBytes(24).toString("base64url");

/** No user has this id. */
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

/**
 * Stores that the user has logged in with this device.
 * @returns whether the user is known on other devices only; the first device of an account is not new
 */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  client: Client,
  device: string,
): Promise<{ isNew: boolean }> {
  const lastUsedAt = new Date();
  const devices = [
    { userId, lastUsedAt, deviceHash: hashDevice(userId, device), browserHash: hashBrowser(device) },
    { userId, lastUsedAt, deviceHash: hashClient(userId, client) },
  ];
  const known = await tx.knownDevice.findMany({ where: { userId }, select: { deviceHash: true } });
  const missing = devices.filter(
    (device) => !known.some(({ deviceHash }) => deviceHash === device.deviceHash),
  );
  if (missing.length > 0) await tx.knownDevice.createMany({ data: missing, skipDuplicates: true });
  if (missing.length < devices.length) {
    const deviceHash = { in: devices.map((device) => device.deviceHash) };
    await tx.knownDevice.updateMany({ where: { userId, deviceHash }, data: { lastUsedAt } });
  }
  return { isNew: known.length > 0 && missing.length === devices.length };
}
