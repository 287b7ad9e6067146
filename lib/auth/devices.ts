import "server-only";
import { randomBytes } from "node:crypto";
import type { Client } from "@/lib/client-info";
import { db, type Tx } from "@/lib/db/client";
import { secretHash } from "./tokens";

/** Returns a new value for the device cookie. */
export const newDevice = (): string => randomBytes(24).toString("base64url");

/** An id that no user has. */
const NO_USER = "00000000-0000-0000-0000-000000000000";

/** Returns the per-user hash under which a device cookie is stored. */
const hashDevice = (userId: string, device: string) => secretHash("device", `${userId}|${device}`);

/** Returns the hash of a device cookie, the same for all users (threat 64). */
const hashBrowser = (device: string) => secretHash("browser", device);

/** Clients without cookies are recognised by network and user agent. */
const hashClient = (userId: string, { network, userAgent }: Client) =>
  secretHash("client", `${userId}|${network}|${userAgent}`);

/**
 * Returns whether the user with this address has logged in with this device cookie. Takes the same time for unknown addresses (threat 6).
 */
export async function isKnownDevice(email: string, device: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true } });
  const userId = user?.id ?? NO_USER;
  const known = await db.knownDevice.count({ where: { userId, deviceHash: hashDevice(userId, device) } });
  return known > 0;
}

/** The maximum number of rows per user; a client without cookies counts as a new device at each login. */
const MAX_DEVICES = 100;
/** The precision with which the last use is stored, in days. */
const USED_DAYS = 1;

/**
 * Stores that the user has logged in with this device, in a single statement to keep logins fast. Parallel logins do not wait for each
 * other's rows.
 * @returns whether the user is known only on other devices; the first device of an account does not count as new
 */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  client: Client,
  device: string,
): Promise<{ isNew: boolean }> {
  const hashes = [hashDevice(userId, device), hashClient(userId, client)];
  const [row] = await tx.$queryRaw<[{ known: boolean; others: boolean }]>`
    WITH known AS (
      SELECT device_hash, last_used_at FROM known_devices
      WHERE user_id = ${userId}::uuid AND device_hash = ANY (${hashes})
    ), added AS (
      INSERT INTO known_devices (user_id, device_hash, browser_hash)
      SELECT ${userId}::uuid, d.device_hash, d.browser_hash
      FROM unnest(${hashes}::text[], ${[hashBrowser(device), null]}::text[]) AS d (device_hash, browser_hash)
      WHERE NOT EXISTS (SELECT FROM known WHERE known.device_hash = d.device_hash)
      ON CONFLICT DO NOTHING
    ), used AS (
      UPDATE known_devices SET last_used_at = now() WHERE user_id = ${userId}::uuid AND device_hash IN (
        SELECT device_hash FROM known_devices
        WHERE user_id = ${userId}::uuid AND device_hash IN (
          SELECT device_hash FROM known WHERE last_used_at < now() - make_interval(days => ${USED_DAYS}::int))
        FOR UPDATE SKIP LOCKED)
    ), removed AS (
      DELETE FROM known_devices WHERE user_id = ${userId}::uuid AND device_hash IN (
        SELECT device_hash FROM known_devices
        WHERE user_id = ${userId}::uuid AND device_hash IN (
          SELECT device_hash FROM known_devices WHERE user_id = ${userId}::uuid AND device_hash <> ALL (${hashes})
          ORDER BY last_used_at DESC, device_hash OFFSET ${MAX_DEVICES - hashes.length})
        FOR UPDATE SKIP LOCKED)
    )
    SELECT EXISTS (SELECT FROM known) AS known,
      EXISTS (SELECT FROM known_devices WHERE user_id = ${userId}::uuid) AS others`;
  return { isNew: !row.known && row.others };
}
